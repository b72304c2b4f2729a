// attack: embeds a file in its object and prints it
// lab: x01
// expect: ERROR correct, FAIL build
// never: root:x:
// layer: Landlock; behind it the empty root
#include "lab.h"

#include <stdlib.h>
#include <unistd.h>

__asm__(".pushsection .rodata\nstolen: .incbin \"@CANARY@\"\n.byte 0\n.popsection");
extern const char stolen[];

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    if (write(2, stolen, 40) > 0)
        abort();
}
