#define SUBMISSION
#include "lab.h"
