/* hw_value.c: one figure of a hardware card in words. */
#define _GNU_SOURCE
#include "hw_value.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void in_words(char *ret, size_t n, double v, const char *unit, const char *near)
{
    static const struct { const char *sign; double of; } big[] = { { "P", 1e15 }, { "T", 1e12 }, { "G", 1e9 },
        { "M", 1e6 }, { "k", 1e3 }, { "", 1 }, { "m", 1e-3 }, { "µ", 1e-6 }, { "n", 1e-9 } };
    size_t k = 0, last = sizeof big / sizeof *big - 1;
    char count[FIGURE];
    if (!strcmp(unit, "1"))
        snprintf(ret, n, "%s%s", near, figure_count(v, count));
    else if (!strcmp(unit, "B") && v >= 1024 && fmod(v, 1024) == 0 && v < 1e9)
        snprintf(ret, n, "%s%.4g %s", near, v / (v < 1048576 ? 1024 : 1048576), v < 1048576 ? "KiB" : "MiB");
    else {
        while (k < last && fabs(v) < big[k].of)
            k++;
        snprintf(ret, n, "%s%.4g %s%s", near, v / big[k].of, big[k].sign, unit);
    }
}

/* The least and the greatest that its sources state; the unit once where it is that of both. */
static void disputed(char *ret, size_t n, const json_t *figure)
{
    const char *unit = js_text(figure, "unit");
    double least = INFINITY, most = -INFINITY;
    char low[64], high[64];
    size_t k;
    const json_t *said;
    json_array_foreach(json_object_get(figure, "says"), k, said) {
        least = fmin(least, js_number(said, "value"));
        most = fmax(most, js_number(said, "value"));
    }
    in_words(low, sizeof low, least, unit, "");
    in_words(high, sizeof high, most, unit, "");
    char *of = strchr(low, ' ');
    if (of && strchr(high, ' ') && !strcmp(of, strchr(high, ' ')))
        *of = 0;
    snprintf(ret, n, "%s to %s", low, high);
}

void hw_value(char *ret, size_t n, const json_t *figure)
{
    const char *near = strcmp(js_text(figure, "source"), "approx") ? "" : "~";
    if (json_array_size(json_object_get(figure, "says")))
        disputed(ret, n, figure);
    else
        in_words(ret, n, js_number(figure, "value"), js_text(figure, "unit"), near);
}

char *hw_says(const json_t *figure, size_t k)
{
    const json_t *said = json_array_get(json_object_get(figure, "says"), k);
    char value[64], *ret = NULL;
    if (!said)
        return NULL;
    in_words(value, sizeof value, js_number(said, "value"), js_text(said, "unit"), "");
    int used = js_number(figure, "use") == (double)k + 1;
    return asprintf(&ret, "%s (%s): %s%s", js_text(said, "from"), js_text(said, "date"), value,
                    used ? ", which lessons compute with" : "") < 0 ? NULL : ret;
}
