/* predicted.c: see predicted.h. */
#include "predicted.h"

#include <string.h>

#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/simt/host/time.h"

const json_t *predicted_rows(const json_t *report)
{
    const json_t *rows = json_object_get(report, "predicted");
    return json_array_size(rows) ? rows : NULL;
}

static const char *seconds(const json_t *row, const char *key, char ret[FIGURE])
{
    figure_seconds(1e-6 * js_number(row, key), ret);
    return ret;
}

void predicted_say(const json_t *row, struct text *to)
{
    char us[FIGURE], lo[FIGURE], hi[FIGURE], theirs[FIGURE];
    const char *name = js_text(row, "name");
    text_addf(to, "%s, case %s: %s on an %.*s, nine times in ten between %s and %s; bound by: %s", js_text(row, "call"),
              js_text(row, "case"), seconds(row, SIMT_TIME_KEY(us), us), (int)strcspn(name, ","), name,
              seconds(row, "lo", lo), seconds(row, "hi", hi), js_text(row, "bound"));
    if (js_number(row, "reference_us") > 0)
        text_addf(to, "; what it is held against: %s", seconds(row, "reference_us", theirs));
    text_addf(to, ".");
}
