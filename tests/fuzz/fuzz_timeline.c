/*
 * Any bytes as a timeline of a report, and any numbers in rows of the right form: lanes share the events out between
 * them, what they measure fits into the whole, and it can be drawn at any width.
 * sources: grader/page/timeline.c grader/page/timeline_svg.c grader/page/html.c grader/class/late.c
 * sources: tui/app/timeline_text.c runner/base/util.c runner/base/memory.c
 * sources: runner/base/words.c runner/base/figure.c
 * sources: runner/base/err.c runner/base/utf8.c -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "tui/app/timeline_text.h"
#include "runner/base/util.h"

#include <math.h>
#include <string.h>

enum { ROW = 22 };

/* What looks attempts up needs a workbook, and is not called here. */
enum app_exit app_fail(struct app *a, enum app_exit code, const char *fmt, ...)
{
    (void)a, (void)code, (void)fmt;
    abort();
}

enum db_status db_attempts(struct db *db, const char *lab, int limit, json_t **ret)
{
    (void)db, (void)lab, (void)limit, (void)ret;
    abort();
}

enum db_status db_attempt_get(struct db *db, int64_t id, json_t **ret)
{
    (void)db, (void)id, (void)ret;
    abort();
}

static void hold_lane(const struct timeline *t, const struct timeline_lane *l)
{
    double covered = 0;
    MUST(l->n && l->first + l->n <= t->n && l->span + l->nspans <= t->nspans);
    for (size_t k = l->span; k < l->span + l->nspans; k++) {
        MUST(t->span[k].t0 < t->span[k].t1 && (k == l->span || t->span[k].t0 > t->span[k - 1].t1));
        covered += t->span[k].t1 - t->span[k].t0;
    }
    MUST(fabs(covered - l->uncovered) <= 1e-6 * t->end && l->compute + l->uncovered <= t->end * (1 + 1e-6));
}

static void hold(const struct timeline *t)
{
    size_t events = 0;
    MUST(t->n && t->n <= TIMELINE_EVENTS && t->nlanes > 0 && t->ranks > 0 && t->ranks <= t->nlanes && t->end > 0);
    for (int k = 0; k < t->nlanes; k++) {
        MUST(t->lane[k].first == events);
        hold_lane(t, &t->lane[k]);
        events += t->lane[k].n;
    }
    MUST(events == t->n);
}

/* The whole, and a window as small as the screen's. */
static void draw(const struct timeline *t, int width)
{
    static const struct timeline_look plain = { .width = 80, .off = "" };
    struct timeline_look look = plain;
    struct timeline_cell cell[TIMELINE_CELLS];
    struct text svg = { .cap = 8 << 20 };
    char *shown = NULL, ruler[TIMELINE_CELLS + 1];
    const char *name = "attempt";
    size_t n;
    FILE *to = open_memstream(&shown, &n);
    MUST(to);
    look.width = width;
    look.utf8 = width & 1;
    timeline_print(&t, &name, 1, &look, to);
    fclose(to);
    free(shown);
    double span = t->end / 2000, from = t->end - span;
    timeline_ruler(from, t->end, width, ruler);
    MUST(strlen(ruler) == (size_t)width);
    for (int k = 0; k < t->nlanes; k++)
        timeline_cells(t, &t->lane[k], from, t->end, width, cell);
    timeline_svg(t, "any", &svg);
    MUST(!strstr(text_str(&svg), "<script") && !strstr(text_str(&svg), "nan"));
    text_finish(&svg);
}

static void try(const json_t *entry, int width)
{
    struct timeline *t = timeline_read(entry);
    if (!t)
        return;
    hold(t);
    draw(t, width);
    timeline_free(t);
}

/* A number of any size: eight bytes as they are, or few digits. */
static json_t *number(const uint8_t *at, int raw)
{
    double v;
    memcpy(&v, at, sizeof v);
    return raw && isfinite(v) ? json_real(v) : json_integer(at[0] + 256 * at[1]);
}

/* A row a piece of ROW bytes. */
static json_t *rows_of(const uint8_t *data, size_t size)
{
    static const char *const kinds[] = { "compute", "send", "wait", "collective", "run" };
    json_t *rows = json_array();
    for (; size >= ROW; data += ROW, size -= ROW)
        json_array_append_new(rows, json_pack("[i,i,o,o,s,s,i,i]", data[0] % 66, data[1] % 17, number(data + 2, data[18] & 1),
                                              number(data + 10, data[18] & 2), kinds[data[19] % 5], "k<a>", data[20],
                                              data[21] % 66 - 1));
    return rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int width = size ? 1 + data[0] * 2 : 80;
    json_t *any = json_loadb((const char *)data, size, 0, NULL);
    json_t *made = json_pack("{s:s s:s s:o s:i}", "case", "c", "call", "f", "rows", rows_of(data, size), "dropped", 0);
    try(any, width);
    try(made, width);
    json_decref(any);
    json_decref(made);
    return 0;
}
