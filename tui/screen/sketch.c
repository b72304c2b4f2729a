/* A roofline from memory. */
#include "sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/roofline.h"
#include "screen.h"
#include "runner/base/js.h"

enum { HEIGHT = 10, WIDE = 84, DECADES = 1, A_DECADE = 8 };

static void set_roof(struct roofline *r, const json_t *machine, const char *peak, const char *bw)
{
    r->npeaks = r->nbws = 1;
    snprintf(r->peak[0].name, sizeof r->peak[0].name, "%s", peak);
    snprintf(r->bw[0].name, sizeof r->bw[0].name, "%s", bw);
    r->peak[0].value = js_number(machine, "peak") / 1e9;
    r->bw[0].value = js_number(machine, "bw") / 1e9;
}

static void add_point(struct roofline *r, double intensity, double gflops, char mark, const char *label)
{
    if (r->npoints == ROOF_POINTS)
        return;
    struct roof_point *p = &r->point[r->npoints++];
    *p = (struct roof_point){ .intensity = intensity, .gflops = gflops, .mark = mark };
    snprintf(p->label, sizeof p->label, "%s", label);
}

/* The learner's roof by points, around where the learner says that its parts meet. */
static void add_sketch(struct roofline *r, const json_t *said)
{
    double peak = js_number(said, "peak") / 1e9, bw = js_number(said, "bw") / 1e9, ridge = js_number(said, "ridge");
    for (int k = -DECADES * A_DECADE; k <= DECADES * A_DECADE; k++) {
        double ai = peak / bw * pow(10, (double)k / A_DECADE);
        add_point(r, ai, fmin(peak, ai * bw), 'o', "your roof");
    }
    add_point(r, ridge, fmin(peak, ridge * bw), '@', "your ridge");
}

void sketch_text(const json_t *verdict, int width, int utf8, FILE *to)
{
    static struct roofline r;
    const json_t *sketch = json_object_get(verdict, "sketch"), *said = json_object_get(sketch, "said"),
                 *want = json_object_get(sketch, "want");
    if (!(js_number(said, "bw") > 0) || !(js_number(said, "peak") > 0) || !(js_number(said, "ridge") > 0))
        return;
    memset(&r, 0, sizeof r);
    r.sketched = 1;
    set_roof(&r, want ? want : said, want ? "roof" : "your roof", want ? "slope" : "your slope");
    if (want)
        add_sketch(&r, said);
    roofline_text(&r, width, HEIGHT, utf8, to);
}

void sketch_fill(struct pane *p, const json_t *verdict, int ascii)
{
    char *text = NULL, *save = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    sketch_text(verdict, p->w < WIDE ? p->w : WIDE, !ascii, f);
    if (!fclose(f) && n) {
        pane_blank(p);
        for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
            pane_text(p, STYLE_TEXT, 0, "%s", line);
    }
    free(text);
}

const char *sketch_label(const json_t *question)
{
    return strcmp(js_text(question, "kind"), "sketch") ? NULL : "slope; roof; ridge; reached";
}
