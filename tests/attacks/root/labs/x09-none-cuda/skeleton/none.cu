#include "lab.h"

extern "C" __global__ void none(int n, int *at)
{
}
