#include "core/kernel/cluster/master.h"
