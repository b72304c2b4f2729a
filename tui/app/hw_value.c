/* hw_value.c: one figure of a hardware card in words. */
#define _GNU_SOURCE
#include "hw_value.h"
#include "runner/base/js.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void hw_value(char *ret, size_t n, const json_t *figure)
{
    static const struct { const char *sign; double of; } big[] = { { "P", 1e15 }, { "T", 1e12 }, { "G", 1e9 },
        { "M", 1e6 }, { "k", 1e3 }, { "", 1 }, { "m", 1e-3 }, { "µ", 1e-6 }, { "n", 1e-9 } };
    double v = json_number_value(json_object_get(figure, "value"));
    const char *unit = js_text(figure, "unit"), *near = strcmp(js_text(figure, "source"), "approx") ? "" : "~";
    size_t k = 0, last = sizeof big / sizeof *big - 1;
    if (!strcmp(unit, "1"))
        snprintf(ret, n, "%s%.6g", near, v);
    else if (!strcmp(unit, "B") && v >= 1024 && fmod(v, 1024) == 0 && v < 1e9)
        snprintf(ret, n, "%s%.6g %s", near, v / (v < 1048576 ? 1024 : 1048576), v < 1048576 ? "KiB" : "MiB");
    else {
        while (k < last && fabs(v) < big[k].of)
            k++;
        snprintf(ret, n, "%s%.4g %s%s", near, v / big[k].of, big[k].sign, unit);
    }
}
