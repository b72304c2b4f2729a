// attack: looks for a secret in its environment
// lab: x01
// expect: PASS correct
// layer: the child's environment is built, not inherited
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void look(void)
{
    for (char **e = environ; *e; e++)
        if (!strncmp(*e, "HOME=", 5) || strstr(*e, "canary")) {
            puts(*e);
            abort();
        }
}

void poly(float *y, const float *x, int64_t n)
{
    look();
    honest(y, x, n);
}
