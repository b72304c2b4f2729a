// attack: no rank writes the output that all have to hold alike, of -1
// lab: x10
// expect: FAIL correct
// says: whole\[0\]: expected -1, never written
// layer: unwritten integers are no likely answers, on no rank
#include "lab.h"

void none(comm_t *c, int64_t n, int32_t *part, int32_t *whole)
{
    for (int64_t k = 0; k < n; k++) {
        (void)c, (void)whole;
        part[k] = -1;
    }
}
