/* cli_parts.c: the parts of a lab's program on the terminal. */
#define _GNU_SOURCE
#include <stdio.h>

#include "cli_parts.h"
#include "runner/base/js.h"
#include "tui/app/parts.h"

void cli_parts(struct cli *c, const json_t *lab)
{
    size_t k;
    const json_t *p;
    json_t *all = parts_of(&c->app, lab);
    json_array_foreach(all, k, p)
        if (json_is_true(json_object_get(p, "yours")))
            printf("With your %s of %s.\n", js_text(p, "file"), js_text(p, "lab"));
        else
            printf("With Ridge's own %s until `correct` of %s is passed.\n", js_text(p, "file"), js_text(p, "lab"));
    json_decref(all);
}
