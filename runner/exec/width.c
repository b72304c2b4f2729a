/* width.c: see width.h. */
#include "width.h"

#include <string.h>

enum { NARROW = 32, WIDE = 64 };

static const char wide_profile[] = "wave64";

static int wide(const struct lab_case *c)
{
    return c && (int)lab_field(c, "warp", NARROW) == WIDE;
}

int width_differs(const struct job *j, const struct lab_case *c)
{
    int now = j->build.profile && !strcmp(j->build.profile, wide_profile);
    return j->on == j->emulator && wide(c) != now;
}

int width_use(struct job *j, const struct lab_case *c)
{
    if (!width_differs(j, c))
        return 0;
    char *object = j->object, *traced = j->traced;
    j->object = j->resting.object;
    j->traced = j->resting.traced;
    j->resting.object = object;
    j->resting.traced = traced;
    j->build.profile = wide(c) ? wide_profile : NULL;
    return 1;
}
