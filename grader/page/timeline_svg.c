/* timeline_svg.c: timelines as a picture, one above the other: a row a lane, blocks to one scale, what is exposed
 * under a red line. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "html.h"
#include "timeline.h"
#include "runner/base/util.h"

enum { WIDTH = 960, LEFT = 76, RIGHT = 12, TOP = 62, LANE = 18, BLOCK = 14, GAP = 8, FOOT = 26, TICKS = 8, LETTER = 6 };

static const char *const classes[TIMELINE_KINDS] = { "tl-c", "tl-s", "tl-w", "tl-w", "tl-r" };

/* whole: what the axis spans, ns */
static double at_x(double whole, double ns)
{
    return LEFT + ns / whole * (WIDTH - LEFT - RIGHT);
}

static void add_text(struct text *to, double x, double y, const char *s)
{
    text_addf(to, "<text x=\"%.1f\" y=\"%.1f\">", x, y);
    html_text(to, s);
    text_addf(to, "</text>\n");
}

static void add_ruler(struct text *to, double whole, int end)
{
    char name[24];
    double step = timeline_step(whole, TICKS);
    for (int k = 0; k <= TICKS && k * step <= whole; k++) {
        double x = at_x(whole, k * step);
        timeline_time(k * step, name);
        text_addf(to, "<path class=\"tl-g\" d=\"M%.1f %dV%d\"/>\n", x, TOP - 6, end);
        add_text(to, x + 2, TOP - 8, name);
    }
}

static void add_block(struct text *to, double whole, const struct timeline_event *e, double y)
{
    char what[160];
    double x = at_x(whole, e->t0), w = fmax(at_x(whole, e->t1) - x, 0.5);
    timeline_event_text(e, what, sizeof what);
    text_addf(to, "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%d\"><title>", classes[e->kind], x,
              y, w, BLOCK);
    html_text(to, what);
    text_addf(to, "</title></rect>\n");
    if (w > LETTER * (double)strlen(e->name) + 4)
        add_text(to, x + 2, y + BLOCK - 3, e->name);
}

/* Blocks that share half a pixel with the one before of their kind would not be seen. Returns how many were left
 * out. */
static size_t add_blocks(struct text *to, const struct timeline *t, double whole, const struct timeline_lane *l,
                         double y, int compute)
{
    double last[TIMELINE_KINDS];
    size_t out = 0;
    for (int k = 0; k < TIMELINE_KINDS; k++)
        last[k] = -1;
    for (size_t k = l->first; k < l->first + l->n; k++) {
        const struct timeline_event *e = &t->event[k];
        if ((e->kind == TIMELINE_COMPUTE) != compute)
            continue;
        if (at_x(whole, e->t1) - last[e->kind] < 0.5) {
            out++;
            continue;
        }
        last[e->kind] = at_x(whole, e->t1);
        add_block(to, whole, e, y);
    }
    return out;
}

static void add_exposed(struct text *to, const struct timeline *t, double whole, const struct timeline_lane *l,
                        double y)
{
    double last = -1;
    char what[24];
    for (size_t k = l->span; k < l->span + l->nspans; k++) {
        double x = at_x(whole, t->span[k].t0), end = at_x(whole, t->span[k].t1);
        if (end - last < 0.5)
            continue;
        last = end;
        timeline_time(t->span[k].t1 - t->span[k].t0, what);
        text_addf(to, "<path class=\"tl-x\" d=\"M%.2f %.1fH%.2f\"><title>exposed: %s</title></path>\n", x, y,
                  fmax(end, x + 0.5), what);
    }
}

static size_t add_lane(struct text *to, const struct timeline *t, double whole, const struct timeline_lane *l, double y)
{
    char name[24];
    timeline_lane_name(l, name);
    add_text(to, 4, y + BLOCK - 3, name);
    size_t out = add_blocks(to, t, whole, l, y, 0) + add_blocks(to, t, whole, l, y, 1);
    if (!l->stream && !l->sends)
        add_exposed(to, t, whole, l, y + BLOCK + 1);
    return out;
}

static void add_legend(struct text *to)
{
    static const struct {
        const char *class, *name;
    } is[] = {
        { "tl-c", "compute" }, { "tl-s", "send" }, { "tl-w", "wait, collective" }, { "tl-r", "a stream's function" }
    };
    double x = LEFT;
    for (size_t k = 0; k < sizeof is / sizeof is[0]; k++) {
        text_addf(to, "<rect class=\"%s\" x=\"%.1f\" y=\"26\" width=\"14\" height=\"12\"/>\n", is[k].class, x);
        add_text(to, x + 18, 36, is[k].name);
        x += 30 + LETTER * (double)strlen(is[k].name) + 12;
    }
    text_addf(to, "<path class=\"tl-x\" d=\"M%.1f 32H%.1f\"/>\n", x, x + 14);
    add_text(to, x + 18, 36, "exposed: stream 0 stands still");
}

/* What it comes to; a line of its own above the lanes when there is a name. */
static void add_sum(struct text *to, const struct timeline *t, const char *name, size_t out, double y)
{
    char line[300], most[24] = "", end[24];
    const struct timeline_lane *l = timeline_exposed(t);
    timeline_time(t->end, end);
    timeline_time(l ? l->uncovered : 0, most);
    int n = snprintf(line, sizeof line, "%.60s%s%d rank%s, %s of virtual time; exposed at most %s (rank %d).",
                     name ? name : "", name ? ": " : "", t->ranks, t->ranks == 1 ? "" : "s", end, most,
                     l ? l->rank : 0);
    if (t->dropped + (double)t->refused + (double)out > 0)
        snprintf(line + n, sizeof line - (size_t)n, " Events not drawn: %.0f.",
                 t->dropped + (double)t->refused + (double)out);
    add_text(to, LEFT, y, line);
}

static size_t add_lanes(struct text *to, const struct timeline *t, double whole, double y)
{
    size_t out = 0;
    for (int k = 0; k < t->nlanes; k++)
        out += add_lane(to, t, whole, &t->lane[k], y + k * (double)LANE);
    return out;
}

static void open_picture(struct text *to, const char *title, int height)
{
    text_addf(to,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
              "font-size=\"10\">\n<title>",
              WIDTH, height);
    html_text(to, title);
    text_addf(to, "</title>\n<style>.tl-b{fill:#fff}.tl-g{stroke:#ddd}.tl-c{fill:#8ab6e8;stroke:#246;stroke-width:.3}"
                  ".tl-s{fill:#8fd19e;stroke:#264;stroke-width:.3}.tl-w{fill:#f3d48b;stroke:#642;stroke-width:.3}"
                  ".tl-r{fill:#e6e6e6}.tl-x{stroke:#c00;stroke-width:2.5}</style>\n"
                  "<rect class=\"tl-b\" width=\"%d\" height=\"%d\"/>\n", WIDTH, height);
    text_addf(to, "<g font-size=\"12\">");
    add_text(to, LEFT, 16, title);
    text_addf(to, "</g>\n");
    add_legend(to);
}

void timeline_svg(const struct timeline *t, const char *title, struct text *to)
{
    int end = TOP + t->nlanes * LANE;
    open_picture(to, title, end + FOOT);
    add_ruler(to, t->end, end);
    size_t out = add_lanes(to, t, t->end, TOP);
    add_sum(to, t, NULL, out, end + FOOT - 8);
    text_addf(to, "</svg>\n");
}

void timeline_svg_beside(const struct timeline *const t[2], const char *const name[2], const char *title,
                         struct text *to)
{
    double whole = fmax(t[0]->end, t[1]->end), y = TOP;
    int end = TOP + (t[0]->nlanes + t[1]->nlanes + 2) * LANE + GAP;
    open_picture(to, title, end + GAP);
    add_ruler(to, whole, end);
    for (int k = 0; k < 2; k++) {
        size_t out = add_lanes(to, t[k], whole, y + LANE);
        add_sum(to, t[k], name[k], out, y + BLOCK - 3);
        y += (t[k]->nlanes + 1) * LANE + GAP;
    }
    text_addf(to, "</svg>\n");
}
