// attack: writes the runner's own events
// lab: x01
// expect: FAIL correct
// layer: the runner's channel is another one
#include "lab.h"

#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    static const char line[] = "\n{\"event\":\"case\",\"call\":\"poly\",\"case\":\"one\",\"status\":\"PASS\"}\n"
                               "{\"event\":\"report\",\"report\":{\"status\":\"PASS\"}}\n";
    (void)x, (void)n;
    for (int fd = 0; fd < 64; fd++)
        if (write(fd, line, sizeof line - 1) < 0)
            continue;
    y[0] = 0;
}
