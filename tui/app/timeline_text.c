/* timeline_text.c: lanes as cells. */
#define _GNU_SOURCE
#include "timeline_text.h"

#include <math.h>
#include <string.h>

enum { TICK_COLUMNS = 11, LOOKED_AT = 100 };

/* ---- cells ----------------------------------------------------------------------------------------------- */

struct window {
    double from, cell; /* ns; ns of one cell */
    int width;
};

static int first_cell(const struct window *w, double t)
{
    double c = floor((t - w->from) / w->cell + 1e-9);
    return c < 0 ? 0 : c > w->width ? w->width : (int)c;
}

static int end_cell(const struct window *w, double t)
{
    double c = ceil((t - w->from) / w->cell - 1e-9);
    return c < 0 ? 0 : c > w->width ? w->width : (int)c;
}

static void weigh(const struct window *w, double t0, double t1, double *weight)
{
    for (int c = first_cell(w, t0); c < end_cell(w, t1); c++) {
        double a = w->from + c * w->cell, b = a + w->cell;
        weight[c] += fmin(b, t1) - fmax(a, t0);
    }
}

/* What a lane's communication is when no compute covers it. */
static enum timeline_fill alone(const struct timeline_lane *l)
{
    return l->stream || l->sends ? FILL_COMM : FILL_EXPOSED;
}

static void fill_cells(const struct timeline *t, const struct timeline_lane *l, const struct window *w,
                       struct timeline_cell *ret)
{
    double compute[TIMELINE_CELLS] = { 0 }, comm[TIMELINE_CELLS] = { 0 }, run[TIMELINE_CELLS] = { 0 };
    for (size_t k = l->first; k < l->first + l->n; k++) {
        const struct timeline_event *e = &t->event[k];
        if (e->kind == TIMELINE_COMPUTE || e->kind == TIMELINE_RUN)
            weigh(w, e->t0, e->t1, e->kind == TIMELINE_RUN ? run : compute);
    }
    for (size_t k = l->span; k < l->span + l->nspans; k++)
        weigh(w, t->span[k].t0, t->span[k].t1, comm);
    for (int c = 0; c < w->width; c++)
        ret[c] = (struct timeline_cell){ .fill = (unsigned char)(compute[c] > 0 && compute[c] >= comm[c] ? FILL_COMPUTE
                                                                 : comm[c] > 0 ? alone(l)
                                                                 : run[c] > 0 ? FILL_RUN : FILL_IDLE) };
}

static enum timeline_fill fill_of(const struct timeline_lane *l, const struct timeline_event *e)
{
    return e->kind == TIMELINE_COMPUTE ? FILL_COMPUTE : e->kind == TIMELINE_RUN ? FILL_RUN : alone(l);
}

/* From the block's second cell to its last whole one; only what computes is cut, to no less than four letters. */
static void write_name(const struct timeline_event *e, enum timeline_fill fill, int c0, int c1,
                       struct timeline_cell *ret)
{
    int room = c1 - c0 - 1, n = (int)strlen(e->name);
    n = n <= room ? n : room >= 4 && fill == FILL_COMPUTE ? room : 0;
    for (int k = 0; k < n; k++)
        if (ret[c0 + 1 + k].fill != fill || ret[c0 + 1 + k].letter)
            return;
    for (int k = 0; k < n; k++)
        ret[c0 + 1 + k].letter = e->name[k];
}

void timeline_cells(const struct timeline *t, const struct timeline_lane *l, double from, double to, int width,
                    struct timeline_cell *ret)
{
    static const enum timeline_kind order[] = { TIMELINE_COMPUTE, TIMELINE_COLLECTIVE, TIMELINE_SEND, TIMELINE_WAIT,
                                                TIMELINE_RUN };
    width = width > TIMELINE_CELLS ? TIMELINE_CELLS : width;
    struct window w = { from, (to - from) / (width > 0 ? width : 1), width };
    if (width < 1 || !(w.cell > 0))
        return;
    fill_cells(t, l, &w, ret);
    for (size_t q = 0; q < sizeof order / sizeof order[0]; q++)
        for (size_t k = l->first; k < l->first + l->n; k++) {
            const struct timeline_event *e = &t->event[k];
            int c0 = first_cell(&w, e->t0), c1 = end_cell(&w, e->t1);
            if (e->kind != order[q] || c1 - c0 < 2 || e->t1 <= from || e->t0 >= to)
                continue;
            ret[c0].first |= e->t0 >= from && ret[c0].fill == fill_of(l, e);
            write_name(e, fill_of(l, e), c0, first_cell(&w, e->t1), ret);
        }
}

const char *timeline_sign(const struct timeline_cell *c, int utf8, char ret[8])
{
    static const char *const signs[2][2][FILLS] = { { { " ", ".", "~", "!", "=" }, { " ", ".", "<", "!", "[" } },
                                                    { { " ", "·", "▒", "!", "█" }, { " ", "·", "░", "!", "▐" } } };
    if (c->letter) {
        ret[0] = c->letter;
        ret[1] = 0;
        return ret;
    }
    return signs[utf8 != 0][c->first != 0][c->fill < FILLS ? c->fill : FILL_IDLE];
}

const char *timeline_legend(int utf8)
{
    return utf8 ? "▐name█ compute  ░▒ communication  ! exposed (stream 0 waits)  · function"
                : "[name= compute  <~ communication  ! exposed (stream 0 waits)  . function";
}

/* ---- ruler and heading ----------------------------------------------------------------------------------- */

enum { MICRO = 1 };

void timeline_ruler(double from, double to, int width, char *ret)
{
    double step = timeline_step(to - from, width / TICK_COLUMNS > 0 ? width / TICK_COLUMNS : 1);
    memset(ret, ' ', (size_t)width);
    ret[width] = 0;
    for (double k = fmax(ceil(from / step - 1e-9), 0); k * step < to; k++) {
        char name[24], mark[32];
        int at = (int)((k * step - from) / (to - from) * width);
        timeline_time(k * step, name);
        char *micro = strstr(name, "µ");
        if (micro) { /* a byte a column until the whole is drawn */
            *micro = MICRO;
            memmove(micro + 1, micro + strlen("µ"), strlen(micro + strlen("µ")) + 1);
        }
        int n = snprintf(mark, sizeof mark, "|%s", name);
        if (at >= 0 && at < width)
            memcpy(ret + at, mark, (size_t)(at + n <= width ? n : 1));
    }
    for (char *p = strchr(ret, MICRO); p; p = strchr(p, MICRO)) {
        memmove(p + strlen("µ"), p + 1, strlen(p + 1) + 1);
        memcpy(p, "µ", strlen("µ"));
    }
}

void timeline_heading(const struct timeline *t, char *ret, size_t n)
{
    char end[24], most[24];
    const struct timeline_lane *l = timeline_exposed(t);
    timeline_time(t->end, end);
    size_t at = (size_t)snprintf(ret, n, "%s, case %s: %d rank%s, %s", t->call, t->case_id, t->ranks,
                                 t->ranks == 1 ? "" : "s", end);
    if (l && at < n) {
        timeline_time(l->uncovered, most);
        at += (size_t)snprintf(ret + at, n - at, "; exposed at most %s (rank %d, %.0f %%)", most, l->rank,
                               100 * l->uncovered / t->end);
    }
    if (t->dropped + (double)t->refused > 0 && at < n)
        snprintf(ret + at, n - at, "; events left out: %.0f", t->dropped + (double)t->refused);
}

/* ---- the whole ------------------------------------------------------------------------------------------- */

static void print_cells(const struct timeline_cell *cell, int width, const struct timeline_look *look, FILE *to)
{
    char one[8];
    const char *last = "";
    while (width > 0 && cell[width - 1].fill == FILL_IDLE)
        width--;
    for (int c = 0; c < width; c++) {
        const char *color = look->color[cell[c].fill] ? look->color[cell[c].fill] : "";
        if (strcmp(color, last))
            fprintf(to, "%s%s", *last ? look->off : "", color);
        last = color;
        fputs(timeline_sign(&cell[c], look->utf8, one), to);
    }
    fprintf(to, "%s\n", *last ? look->off : "");
}

static void print_lanes(const struct timeline *t, double end, const struct timeline_look *look, FILE *to)
{
    struct timeline_cell cell[TIMELINE_CELLS];
    char name[24], ruler[2 * TIMELINE_CELLS + 1];
    int width = look->width - TIMELINE_LABEL;
    width = width < 16 ? 16 : width > TIMELINE_CELLS ? TIMELINE_CELLS : width;
    timeline_ruler(0, end, width, ruler);
    fprintf(to, "%*s%s\n", TIMELINE_LABEL, "", ruler);
    for (int k = 0; k < t->nlanes; k++) {
        timeline_lane_name(&t->lane[k], name);
        timeline_cells(t, &t->lane[k], 0, end, width, cell);
        fprintf(to, "%-*s", TIMELINE_LABEL, name);
        print_cells(cell, width, look, to);
    }
}

void timeline_print(const struct timeline *const *t, const char *const *name, int n, const struct timeline_look *look,
                    FILE *to)
{
    double end = 0;
    char line[400];
    for (int k = 0; k < n; k++)
        end = fmax(end, t[k]->end);
    for (int k = 0; k < n; k++) {
        timeline_heading(t[k], line, sizeof line);
        fprintf(to, "%s%s: %s\n", k ? "\n" : "", name[k], line);
        print_lanes(t[k], end, look, to);
    }
    fprintf(to, "\n%s\n", timeline_legend(look->utf8));
}

/* ---- of attempts ----------------------------------------------------------------------------------------- */

/* The report of an attempt, when it has a timeline. */
static json_t *with_timeline(const json_t *attempt)
{
    json_t *report = json_object_get(attempt, "report");
    return timeline_entry(report, NULL, 0) ? json_incref(report) : NULL;
}

long long timeline_latest(struct app *a, const char *lab)
{
    json_t *rows = NULL, *row, *full;
    long long id = 0;
    size_t k;
    if (!a->db || db_attempts(a->db, lab, LOOKED_AT, &rows) != DB_OK)
        return 0;
    json_array_foreach(rows, k, row) {
        json_int_t n = json_integer_value(json_object_get(row, "id"));
        if (id || db_attempt_get(a->db, n, &full) != DB_OK)
            continue;
        json_t *report = with_timeline(full);
        id = report ? n : 0;
        json_decref(report);
        json_decref(full);
    }
    json_decref(rows);
    return id;
}

json_t *timeline_report(struct app *a, const char *lab, long long attempt)
{
    json_t *full = NULL, *report = NULL;
    if (!a->db || db_attempt_get(a->db, attempt, &full) != DB_OK) {
        app_fail(a, APP_USAGE, "There is no attempt %lld. `ridge history` lists them.", attempt);
        return NULL;
    }
    const char *of = json_string_value(json_object_get(full, "lab"));
    if (lab && of && strcmp(of, lab))
        app_fail(a, APP_USAGE, "Attempt %lld is of %s, not of %s. `ridge history %s` lists its attempts.", attempt, of,
                 lab, lab);
    else if (!(report = with_timeline(full)))
        app_fail(a, APP_USAGE,
                 "Attempt %lld has no timeline. A run of a lab of several ranks leaves one when it is profiled "
                 "(`ridge profile`, or p on its page) or when a case stood still.",
                 attempt);
    json_decref(full);
    return report;
}
