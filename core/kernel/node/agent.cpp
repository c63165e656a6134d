#include "core/kernel/node/agent.h"
