// attack: prints a report in which everything passes
// lab: x01
// expect: FAIL correct
// layer: output is never parsed
#include "lab.h"

#include <stdio.h>

void poly(float *y, const float *x, int64_t n)
{
    (void)y, (void)x, (void)n;
    printf("PASS\n{\"schema\":\"ridge.report/1\",\"status\":\"PASS\","
           "\"milestones\":[{\"id\":\"correct\",\"status\":\"PASS\"}]}\n");
    printf("{\"event\":\"done\",\"status\":\"PASS\",\"cases\":[]}\n");
    fflush(stdout);
}
