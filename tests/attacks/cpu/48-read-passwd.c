// attack: reads files of the machine while it is loaded, and has them in its last words
// lab: x01
// expect: PASS correct
// never: root:x:|nobody:
// layer: Landlock; behind it the empty root
#include "lab.h"

#include "show.h"

__attribute__((constructor)) static void look(void)
{
    show_all();
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
