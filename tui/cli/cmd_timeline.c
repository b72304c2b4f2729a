/* timeline: what each rank of an attempt did when, beside another attempt if asked. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "grader/export/export.h"
#include "tui/app/timeline_text.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { BOTH = 2 };

struct shown {
    long long attempt;
    struct timeline *t;
    char name[48], *cases; /* cases: all that the report has timelines of */
};

/* "tiny, big": the cases of which a report has timelines. */
static void cases_of(const json_t *report, char *ret, size_t n)
{
    const json_t *e;
    size_t at = 0;
    *ret = 0;
    for (size_t k = 0; at < n && (e = timeline_entry(report, NULL, k)); k++)
        at += (size_t)snprintf(ret + at, n - at, "%s%.60s", k ? ", " : "", js_text(e, "case"));
}

/* The timeline of `attempt`, of this case (NULL: the first). */
static int load(struct cli *c, const char *lab, long long attempt, const char *case_id, struct shown *ret)
{
    json_t *report = timeline_report(&c->app, lab, attempt);
    char cases[400];
    if (!report)
        return APP_USAGE;
    *ret = (struct shown){ .attempt = attempt, .t = timeline_read(timeline_entry(report, case_id, 0)) };
    snprintf(ret->name, sizeof ret->name, "attempt %lld", attempt);
    cases_of(report, cases, sizeof cases);
    ret->cases = util_clean(cases, strlen(cases), 0);
    if (!ret->t)
        app_fail(&c->app, APP_USAGE, "Attempt %lld has no timeline of case %.60s that can be read. It has: %.300s.",
                 attempt, case_id ? case_id : "(any)", ret->cases);
    json_decref(report);
    return ret->t ? APP_OK : APP_USAGE;
}

/* The attempt asked for or the newest, then the one beside it: of the same case. Returns how many, 0 with app.error. */
static int load_all(struct cli *c, const json_t *of, struct shown *ret)
{
    const char *lab = js_text(of, "id");
    long long id = c->opt.attempt ? c->opt.attempt : timeline_latest(&c->app, lab);
    if (!id) {
        if (!strcmp(app_backend(of, NULL), "ranks"))
            app_fail(&c->app, APP_USAGE, "No attempt of %s has a timeline yet. `ridge profile %s` makes one.", lab,
                     lab);
        else
            app_fail(&c->app, APP_USAGE, "%s runs in one process and has no timeline: only labs of several ranks have "
                     "one, such as w07-ddp-overlap.", lab);
        return 0;
    }
    if (load(c, lab, id, c->opt.one_case, &ret[0]) != APP_OK)
        return 0;
    if (!c->opt.compare)
        return 1;
    return load(c, lab, c->opt.compare, ret[0].t->case_id, &ret[1]) == APP_OK ? BOTH : 0;
}

/* ---- ways to show it ------------------------------------------------------------------------------------- */

static json_t *events_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (size_t k = 0; k < t->n; k++) {
        const struct timeline_event *e = &t->event[k];
        json_array_append_new(list, json_pack("{s:i s:i s:s s:s s:f s:f s:f s:i}", "rank", e->rank, "stream", e->stream,
                                              "kind", timeline_kind_name(e->kind), "name", e->name, "t0_ns", e->t0,
                                              "t1_ns", e->t1, "bytes", e->bytes, "peer", e->peer));
    }
    return list;
}

static json_t *ranks_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (int k = 0; k < t->nlanes; k++)
        if (!t->lane[k].stream && !t->lane[k].sends)
            json_array_append_new(list, json_pack("{s:i s:f s:f}", "rank", t->lane[k].rank, "compute_ns",
                                                  t->lane[k].compute, "exposed_ns", t->lane[k].uncovered));
    return list;
}

static json_t *as_json(const struct shown *s)
{
    return json_pack("{s:I s:s s:s s:f s:f s:I s:o s:o}", "attempt", (json_int_t)s->attempt, "case", s->t->case_id,
                     "call", s->t->call, "end_ns", s->t->end, "dropped", s->t->dropped, "refused",
                     (json_int_t)s->t->refused, "ranks", ranks_json(s->t), "events", events_json(s->t));
}

static int print_json(const char *lab, const struct shown *s, int n)
{
    json_t *d = as_json(&s[0]);
    json_object_set_new(d, "lab", json_string(lab));
    if (n == BOTH)
        json_object_set_new(d, "compare", as_json(&s[1]));
    return cli_json(d);
}

static int write_svg(struct cli *c, const char *lab, const struct shown *s, int n)
{
    const struct timeline *const both[BOTH] = { s[0].t, s[1].t };
    const char *const names[BOTH] = { s[0].name, s[1].name };
    struct text page = { .cap = 64 << 20 };
    struct err e = { "" };
    char title[360];
    snprintf(title, sizeof title, "%.80s, %s%s%s: %s, case %s", lab, s->name, n == BOTH ? " and " : "", s[1].name,
             s->t->call, s->t->case_id);
    if (n == BOTH)
        timeline_svg_beside(both, names, title, &page);
    else
        timeline_svg(s->t, title, &page);
    int rc = export_write(c->opt.svg, text_str(&page), page.len, &e)
             ? app_fail(&c->app, APP_CONFIG, "%s", e.text) : APP_OK;
    text_finish(&page);
    return rc;
}

/* What shows nothing beyond ASCII gets no Greek letter. */
static void print_ascii(const struct timeline *const *t, const char *const *name, int n,
                        const struct timeline_look *look)
{
    static const char micro[] = "µ";
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return;
    timeline_print(t, name, n, look, to);
    if (!fclose(to))
        for (char *p = text, *at; *p; p = at + sizeof micro - 1) {
            at = strstr(p, micro);
            if (!at) {
                fputs(p, stdout);
                break;
            }
            printf("%.*su", (int)(at - p), p);
        }
    free(text);
}

static void print_text(const struct cli *c, const struct shown *s, int n)
{
    static const char *const colors[FILLS] = { "off", "dim", "green", "red", "cyan" };
    const struct timeline *t[BOTH] = { s[0].t, s[1].t };
    const char *name[BOTH] = { s[0].name, s[1].name };
    struct timeline_look look = { .width = cli_width(), .off = cli_color(c, "off") };
    const char *no_color = getenv("NO_COLOR");
    look.utf8 = cli_utf8() && !c->screen.plain && !(no_color && *no_color);
    for (int k = FILL_RUN; k < FILLS && look.utf8; k++)
        look.color[k] = cli_color(c, colors[k]);
    if (look.utf8)
        timeline_print(t, name, n, &look, stdout);
    else
        print_ascii(t, name, n, &look);
    if (strchr(s[0].cases, ','))
        printf("Timelines of cases: %s (--case).\n", s[0].cases);
}

int cmd_timeline(struct cli *c)
{
    struct shown s[BOTH] = { { 0 }, { 0 } };
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    int rc = app_need_db(&c->app) != APP_OK ? APP_CONFIG : APP_OK;
    int n = rc ? 0 : load_all(c, lab, s);
    if (!rc && !n)
        rc = APP_USAGE;
    else if (!rc && c->opt.svg)
        rc = write_svg(c, js_text(lab, "id"), s, n);
    if (!rc && c->app.json)
        rc = print_json(js_text(lab, "id"), s, n);
    else if (!rc && !c->opt.svg)
        print_text(c, s, n);
    for (int k = 0; k < BOTH; k++) {
        timeline_free(s[k].t);
        free(s[k].cases);
    }
    json_decref(lab);
    return rc ? cli_fail(c, rc) : APP_OK;
}
