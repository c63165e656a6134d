#include "core/kernel/jobs/scheduler.h"
