// attack: writes no index where each has to be -1
// lab: x08
// expect: FAIL correct
// says: none\(n=9, at\[9\]\): at\[0\]: expected -1, never written
// layer: unwritten integers are no likely answers
#include "lab.h"

void none(int64_t n, int32_t *at)
{
    (void)n, (void)at;
}

void emit(uint8_t *code, uint8_t *cu)
{
    (void)code, (void)cu;
}
