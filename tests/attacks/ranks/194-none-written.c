// attack: one rank of four writes no index of its own where each has to be -1
// lab: x10
// expect: FAIL correct
// says: part\[2\]\[0\]: expected -1, never written
// layer: unwritten integers are no likely answers, on no rank
#include "lab.h"

void none(comm_t *c, int64_t n, int32_t *part, int32_t *whole)
{
    for (int64_t k = 0; k < n; k++) {
        whole[k] = -1;
        if (comm_rank(c) != 2)
            part[k] = -1;
    }
}
