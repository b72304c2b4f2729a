/*
 * ridge lab curve: what the reference's training comes to under several seeds, as a page in the lab's folder.
 *
 * The lab's cases that have a curve are run alone, once a seed, with the seed in the case's field and as that of its
 * inputs; the lab's own judge says of each run whether it is right. Nothing is stored in a workbook.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "runner/base/counter_words.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/curve.h"

enum { WIDE = 80, SEEDS_MOST = 1000, SEEDS_USUAL = 20 };

struct seeds {
    struct cli *c;
    const json_t *lab;
    int n, right;
    json_t *reports; /* of each seed, from 1 on */
};

/* ---- runs -------------------------------------------------------------------------------------------------- */

static const json_t *declared(const struct seeds *s)
{
    return json_object_get(s->lab, "curves");
}

/* Which scalar of the call has this name; the number of its scalars: none has. */
static size_t scalar_at(const json_t *lab, const char *call, const char *name)
{
    static const char *const buffers[] = { "input", "output", "inout" };
    size_t k, at = 0;
    const json_t *a;
    json_array_foreach(json_object_get(js_row(json_object_get(lab, "calls"), "name", call), "args"), k, a) {
        int buffer = 0;
        for (size_t q = 0; q < sizeof buffers / sizeof *buffers; q++)
            buffer |= js_is(a, "kind", buffers[q]);
        if (!buffer && js_is(a, "name", name))
            return at;
        at += !buffer;
    }
    return at;
}

static void set_seed(const json_t *lab, json_t *c, const char *field, long long seed)
{
    size_t k;
    json_t *call;
    json_object_set_new(json_object_get(c, "fields"), field, json_integer(seed));
    json_array_foreach(json_object_get(c, "calls"), k, call) {
        json_t *scalars = json_object_get(call, "scalars");
        size_t at = scalar_at(lab, js_text(call, "call"), field);
        if (at < json_array_size(scalars))
            json_array_set_new(scalars, at, json_integer(seed));
    }
}

/* The lab with its curves' cases alone, judged, under this seed. */
static json_t *under_seed(const struct seeds *s, long long seed)
{
    json_t *lab = json_deep_copy(s->lab), *cases = json_array(), *c;
    size_t k, q;
    const json_t *curve;
    json_array_foreach(json_object_get(lab, "cases"), k, c) {
        int drawn = 0;
        json_array_foreach(declared(s), q, curve)
            if (js_is(curve, "case", js_text(c, "id"))) {
                drawn = 1;
                if (*js_text(curve, "seed"))
                    set_seed(lab, c, js_text(curve, "seed"), seed);
            }
        if (drawn) {
            json_object_set_new(c, "judged", json_true());
            json_array_append(cases, c);
        }
    }
    json_object_set_new(lab, "cases", cases);
    return lab;
}

static int is_right(const json_t *report)
{
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(report, "cases"), k, row)
        if (!js_is(row, "status", "PASS"))
            return 0;
    return 1;
}

/* Did the runs of all curves come to an end? */
static int is_whole(const struct seeds *s, const json_t *report)
{
    size_t k;
    const json_t *curve;
    json_array_foreach(declared(s), k, curve)
        if (!js_row(json_object_get(report, "curves"), "id", js_text(curve, "id")))
            return 0;
    return 1;
}

static int run_seed(struct seeds *s, long long seed)
{
    static const char *const phases[] = { "correct", NULL };
    struct app_run_options o = { .impl = "reference", .backend = s->c->opt.backend, .phases = phases };
    json_t *lab = under_seed(s, seed), *report = NULL;
    int64_t attempt;
    long long was = s->c->app.seed;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K  seed %lld of %d", seed, s->n);
    s->c->app.seed = seed;
    int rc = app_run(&s->c->app, lab, &o, NULL, NULL, &cli_interrupted, &report, &attempt);
    s->c->app.seed = was;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    json_decref(lab);
    if (report && !is_whole(s, report))
        rc = app_fail(&s->c->app, APP_FAILED, "Under seed %lld the reference's training did not come to an end. %.400s",
                      seed, js_text(json_object_get(report, "error"), "message"));
    else if (report) {
        rc = APP_OK; /* the other milestones were not asked for */
        s->right += is_right(report);
        json_array_append(s->reports, report);
    }
    json_decref(report);
    return rc;
}

/* ---- figures ----------------------------------------------------------------------------------------------- */

static int rises(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* "| words | least | median | most |" of the n values, of which those that are no number are left out and said. */
static void add_row(struct text *t, const char *words, const double *value, size_t n)
{
    double v[SEEDS_MOST];
    char a[FIGURE], b[FIGURE], c[FIGURE];
    size_t m = 0;
    for (size_t k = 0; k < n; k++)
        if (isfinite(value[k]))
            v[m++] = value[k];
    qsort(v, m, sizeof *v, rises);
    double median = !m ? NAN : m % 2 ? v[m / 2] : (v[m / 2 - 1] + v[m / 2]) / 2;
    text_addf(t, "| %s%s | %s | %s | %s |\n", words, m < n ? " (not finite in some)" : "",
              figure_count(m ? v[0] : NAN, a), figure_count(median, b), figure_count(m ? v[m - 1] : NAN, c));
}

static const json_t *row_under(const struct seeds *s, size_t k, const char *curve)
{
    return js_row(json_object_get(json_array_get(s->reports, k), "curves"), "id", curve);
}

static void add_curve_rows(struct text *t, const struct seeds *s, const json_t *curve)
{
    struct curve c;
    double last[SEEDS_MOST], least[SEEDS_MOST];
    size_t n = json_array_size(s->reports);
    char words[200];
    for (size_t k = 0; k < n; k++) {
        curve_read(row_under(s, k, js_text(curve, "id")), &c);
        last[k] = c.last;
        least[k] = c.least;
    }
    snprintf(words, sizeof words, "%.120s: last value", js_text(curve, "title"));
    add_row(t, words, last, n);
    snprintf(words, sizeof words, "%.120s: least value", js_text(curve, "title"));
    add_row(t, words, least, n);
}

/* What the lab's own judge counted of these cases. A rate, of something "/s", is no figure of another machine. */
static void add_counter_rows(struct text *t, const struct seeds *s)
{
    const json_t *first = json_array_get(s->reports, 0), *row;
    double v[SEEDS_MOST];
    size_t k, n = json_array_size(s->reports), cases = json_array_size(json_object_get(first, "cases"));
    char words[200];
    json_array_foreach(json_object_get(first, "counters"), k, row) {
        if (!js_is(row, "source", "lab") || strstr(counter_words_in(first, js_text(row, "name")), "/s "))
            continue;
        for (size_t q = 0; q < n; q++) {
            const json_t *same = json_array_get(json_object_get(json_array_get(s->reports, q), "counters"), k);
            v[q] = js_is(same, "name", js_text(row, "name")) ? js_number(same, "value") : NAN;
        }
        snprintf(words, sizeof words, "%.120s%s%.60s", counter_words_in(first, js_text(row, "name")),
                 cases > 1 ? ", case " : "", cases > 1 ? js_text(row, "case") : "");
        add_row(t, words, v, n);
    }
}

/* ---- pictures ---------------------------------------------------------------------------------------------- */

/* worded: what the picture does not show follows in words. */
static void add_picture(struct text *t, const json_t *row, int worded)
{
    struct curve c;
    char *picture = NULL, words[400];
    size_t n = 0;
    FILE *f = open_memstream(&picture, &n);
    if (!f)
        return;
    curve_read(row, &c);
    struct curve_scale s = curve_scale_of(&c, 1);
    curve_picture(&c, &s, WIDE, CURVE_HIGH, 1, f);
    fclose(f);
    text_addf(t, "```\n%s```\n\n", picture);
    if (worded) {
        curve_words(&c, &s, words, sizeof words);
        text_addf(t, "%s\n\n", words);
    }
    free(picture);
}

/* Of each point the least and the most under any seed. */
static json_t *band_of(const struct seeds *s, const char *id)
{
    struct curve c, all;
    curve_read(row_under(s, 0, id), &all);
    for (size_t k = 1; k < json_array_size(s->reports); k++) {
        curve_read(row_under(s, k, id), &c);
        for (size_t q = 0; q < all.npoints && q < c.npoints; q++) {
            all.lo[q] = fmin(all.lo[q], c.lo[q]);
            all.hi[q] = fmax(all.hi[q], c.hi[q]);
        }
    }
    json_t *points = json_array();
    for (size_t q = 0; q < all.npoints; q++)
        json_array_append_new(points, isfinite(all.lo[q]) ? json_pack("[f,f]", all.lo[q], all.hi[q]) : json_null());
    return json_pack("{s:I s:o}", "n", (json_int_t)all.n, "points", points);
}

/* The seed whose last value has as many below as above, or one more above. */
static size_t median_seed(const struct seeds *s, const char *id)
{
    double last[SEEDS_MOST], sorted[SEEDS_MOST];
    size_t n = json_array_size(s->reports), m = 0, k;
    struct curve c;
    for (k = 0; k < n; k++) {
        curve_read(row_under(s, k, id), &c);
        last[k] = c.last;
        if (isfinite(c.last))
            sorted[m++] = c.last;
    }
    qsort(sorted, m, sizeof *sorted, rises);
    for (k = 0; m && k < n; k++)
        if (last[k] == sorted[(m - 1) / 2])
            return k;
    return 0;
}

static void add_curve(struct text *t, const struct seeds *s, const json_t *curve)
{
    const char *id = js_text(curve, "id");
    json_t *band = band_of(s, id);
    size_t at = median_seed(s, id);
    text_addf(t, "## %s\n\n", js_text(curve, "title"));
    if (s->n > 1) {
        text_addf(t, "Under all %d seeds, of each step the least and the most of any:\n\n", s->n);
        add_picture(t, band, 0);
    }
    text_addf(t, "Under seed %zu, whose last value is %s:\n\n", at + 1,
              s->n % 2 ? "the median" : "the lower of the two in the middle");
    add_picture(t, row_under(s, at, id), 1);
    json_decref(band);
}

/* ---- the page ---------------------------------------------------------------------------------------------- */

/* Does a case of a curve say where its training begins? */
static int has_own_seed(const struct seeds *s)
{
    size_t k;
    const json_t *curve;
    json_array_foreach(declared(s), k, curve)
        if (*js_text(curve, "seed"))
            return 1;
    return 0;
}

static void write_page(const struct seeds *s, struct text *t)
{
    const char *id = js_text(s->lab, "id");
    size_t k;
    const json_t *curve;
    text_addf(t, "# Curves of %s\n\n", id);
    text_addf(t, "What the training of the reference (%s) comes to under the seeds 1 to %d, each %s.\n",
              js_text(s->lab, "reference"), s->n,
              has_own_seed(s) ? "in the place of the case's own" : "as that of the inputs");
    text_addf(t, "Written, of revision %.0f of the lab, by\n\n    ridge lab curve %s --seeds %d\n\n",
              js_number(s->lab, "rev"), id, s->n);
    text_addf(t, "and right by the lab's own judge under %d of them. Another compiler or processor may round otherwise."
              "\n\n| | least | median | most |\n|---|--:|--:|--:|\n", s->right);
    json_array_foreach(declared(s), k, curve)
        add_curve_rows(t, s, curve);
    add_counter_rows(t, s);
    text_addf(t, "\n");
    json_array_foreach(declared(s), k, curve)
        add_curve(t, s, curve);
}

static json_t *as_json(const struct seeds *s, const char *path)
{
    json_t *rows = json_array(), *r;
    size_t k;
    json_array_foreach(s->reports, k, r)
        json_array_append_new(rows, json_pack("{s:i s:b s:O s:O}", "seed", (int)k + 1, "right", is_right(r), "curves",
                                              json_object_get(r, "curves"), "counters",
                                              json_object_get(r, "counters")));
    return json_pack("{s:s s:s s:i s:i s:s s:o}", "schema", "ridge.lab-curve/1", "lab", js_text(s->lab, "id"), "seeds",
                     s->n, "right", s->right, "file", path, "runs", rows);
}

static int keep_page(struct seeds *s)
{
    struct text t = { 0 };
    struct err e = { "" };
    char *dir = util_below(s->c->app.root, js_text(s->lab, "dir"));
    char *path = s->c->opt.out ? strdup(s->c->opt.out) : util_path("%s/curves.md", dir);
    write_page(s, &t);
    while (t.len > 1 && text_str(&t)[t.len - 2] == '\n') /* one line end at the end */
        t.len--;
    int rc = util_write_whole(path, text_str(&t), t.len, &e) ? app_fail(&s->c->app, APP_CONFIG, "%s", e.text) : APP_OK;
    if (!rc && s->c->app.json)
        rc = cli_json(as_json(s, path));
    else if (!rc)
        printf("%s is written: the reference under %d seed%s, right under %d.\n", path, s->n, cli_s((size_t)s->n),
               s->right);
    text_finish(&t);
    free(path);
    free(dir);
    return rc;
}

int cmd_lab_curve(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[1]);
    if (!lab)
        return APP_USAGE;
    struct seeds s = { .c = c, .lab = lab, .n = c->opt.seeds ? (int)c->opt.seeds : SEEDS_USUAL,
                       .reports = json_array() };
    int rc = json_array_size(declared(&s)) ? APP_OK
             : app_fail(&c->app, APP_USAGE, "The manifest of %s declares no `curves`: labs/README.md says how.",
                        js_text(lab, "id"));
    for (int k = 1; k <= s.n && !rc; k++)
        rc = run_seed(&s, k);
    if (!rc)
        rc = keep_page(&s);
    json_decref(s.reports);
    json_decref(lab);
    return rc ? cli_fail(c, rc) : APP_OK;
}
