#include "lab.h"

void none(int64_t n, int32_t *at)
{
    (void)n, (void)at;
}

void emit(uint8_t *code, uint8_t *cu)
{
    (void)code, (void)cu;
}
