/* map: the year in lines, as the map screen draws it in cells, or the steps of a track. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli_table.h"
#include "tui/app/chapter.h"
#include "tui/app/year_map.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

static void add_topics(struct cli_table *t, const json_t *list, const char *label)
{
    size_t k, q;
    const json_t *topic, *n;
    json_array_foreach(list, k, topic) {
        struct text weeks = { 0 };
        json_array_foreach(json_object_get(topic, "weeks"), q, n)
            text_addf(&weeks, "%s%lld", q ? ", " : json_array_size(json_object_get(topic, "weeks")) > 1 ? "weeks "
                      : "week ", (long long)json_integer_value(n));
        cli_table_line(t, "dim", "        %s %s (%s)", label, js_text(topic, "topic"), text_str(&weeks));
        text_finish(&weeks);
    }
}

static void add_week(struct cli_table *t, const json_t *w, enum year_map_cell cell)
{
    const json_t *lab;
    char plan[80];
    struct text extra = { 0 };
    const char *sign = cli_utf8() ? year_map_sign(cell) : (const char *[]){ " ", ".", "o", "+", "*", "~" }[cell];
    size_t k;
    facts_plan(plan, sizeof plan, facts_hours(w));
    cli_table_cellf(t, NULL, "%s %2.0f", sign, js_number(w, "n"));
    cli_table_cell(t, NULL, js_text(w, "title"));
    cli_table_cell(t, NULL, js_text(w, "state"));
    if (*plan)
        cli_table_line(t, NULL, "        %s", plan);
    json_array_foreach(json_object_get(w, "labs"), k, lab)
        if (json_is_true(json_object_get(lab, "extra")) && json_is_string(json_object_get(lab, "step")))
            text_addf(&extra, "%s%s", extra.len ? " " : "", js_text(lab, "id"));
    if (extra.len)
        cli_table_line(t, NULL, "        extra labs: %s", text_str(&extra));
    text_finish(&extra);
    add_topics(t, json_object_get(w, "rests_on"), "rests on");
    add_topics(t, json_object_get(w, "leads_to"), "leads to");
}

/* "passed", "3 of 9 left, next g07-gemm-ladder", "locked: after P2". */
static void add_state(const struct cli *c, const json_t *s, struct text *to)
{
    const char *state = js_text(s, "state"), *next = js_text(s, "next");
    int gone = !strcmp(state, "locked");
    text_addf(to, "%s", cli_color(c, gone ? "dim" : !strcmp(state, "passed") ? "green" : ""));
    if (gone)
        text_addf(to, "locked: after %s", js_text(s, "after"));
    else if (!js_number(s, "ready"))
        text_addf(to, "not there yet");
    else if (!js_number(s, "left"))
        text_addf(to, "passed");
    else
        text_addf(to, "%.0f of %.0f left%s%s", js_number(s, "left"), js_number(s, "ready"), *next ? ", next " : "",
                  next);
    text_addf(to, "%s%s", cli_color(c, "off"),
              json_is_object(json_object_get(s, "by_hand")) ? ", opened by hand" : "");
}

static void add_by_hand(struct cli_table *t, const json_t *of, const char *indent)
{
    const json_t *hand = json_object_get(of, "by_hand");
    time_t at = (time_t)(js_number(hand, "when") / 1000);
    struct tm tm;
    char when[16];
    if (!json_is_object(hand))
        return;
    localtime_r(&at, &tm);
    strftime(when, sizeof when, "%Y-%m-%d", &tm);
    cli_table_line(t, "dim", "%sopened by hand on %s%s%s", indent, when, *js_text(hand, "reason") ? ": " : "",
                   js_text(hand, "reason"));
}

static void add_lab(struct cli_table *t, const json_t *lab)
{
    if (json_is_true(json_object_get(lab, "ready")))
        cli_table_status(t, js_text(lab, "status"));
    else
        cli_table_cell(t, "dim", "  not there yet");
    cli_table_cell(t, NULL, js_text(lab, "id"));
    cli_table_cellf(t, NULL, "%s%s%s", js_text(lab, "title"), *js_text(lab, "stage") ? "  ★ " : "",
                    js_text(lab, "stage"));
    add_by_hand(t, lab, "          ");
}

static void add_track(struct cli_table *t, const json_t *track)
{
    cli_table_line(t, NULL, "Track: %s", js_text(track, "title"));
    if (*js_text(track, "summary"))
        cli_table_line(t, "dim", "%s", js_text(track, "summary"));
    if (*js_text(track, "page"))
        cli_table_line(t, "dim", "`ridge show %s` says what is answered where.", js_text(track, "page"));
}

/* The chapters of a step: how far each is, or that it is not there yet. */
static void add_chapters(struct cli_table *t, const struct year_map *y, const json_t *step)
{
    size_t k;
    const json_t *id;
    char name[32];
    struct chapter_facts f;
    json_array_foreach(json_object_get(step, "deep"), k, id) {
        snprintf(name, sizeof name, "deep/%.20s", json_string_value(id));
        const json_t *card = js_row(curriculum_cards(y->app->cur), "id", name);
        if (!card) {
            cli_table_line(t, "dim", "      deep dive %s: not there yet", name + strlen("deep/"));
            continue;
        }
        chapter_facts(&y->facts, card, &f);
        cli_table_line(t, NULL, "      deep dive %s", js_text(card, "title"));
        cli_table_line(t, "dim", "        %d of %d sections read, %d of %d exercises done%s", f.ticked, f.sections,
                       f.right + f.texts_written, (int)js_number(card, "exercises"), f.complete ? ": complete" : "");
    }
}

static void print_steps(const struct cli *c, const struct year_map *y)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .under = true } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 5);
    size_t k, q;
    const json_t *s, *lab;
    add_track(t, y->track);
    json_array_foreach(y->steps, k, s) {
        struct text state = { 0 };
        add_state(c, s, &state);
        cli_table_line(t, NULL, "%s", "");
        cli_table_line(t, NULL, "%s%-5s %s%s  %s", cli_color(c, "bold"), js_text(s, "name"), js_text(s, "label"),
                       cli_color(c, "off"), text_str(&state));
        text_finish(&state);
        add_by_hand(t, s, "      ");
        add_chapters(t, y, s);
        json_array_foreach(json_object_get(s, "labs"), q, lab)
            add_lab(t, lab);
    }
    cli_table_print(c, t);
    if (json_is_true(json_object_get(y->track, "gated")))
        printf("\nA step opens when each lab of the step before it has at least bronze. `ridge unlock %s` opens one by "
               "hand.\n", js_text(json_array_get(y->steps, json_array_size(y->steps) - 1), "name"));
    if (strcmp(js_text(y->track, "id"), js_text(app_track(y->app), "id")))
        printf("\nThis is not your track: `ridge config track %s` chooses it.\n", js_text(y->track, "id"));
}

static void print_year(const struct cli *c, const struct year_map *y, const json_t *weeks)
{
    static const struct cli_table_column columns[] = { { .right = true }, { .least = 24 }, { .rank = 0 } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 2);
    size_t k;
    const json_t *w;
    int part = 0;
    add_track(t, y->track);
    json_array_foreach(weeks, k, w) {
        if ((int)js_number(w, "part") != part) {
            part = (int)js_number(w, "part");
            const json_t *p = json_array_get(curriculum_parts(c->app.cur), (size_t)part - 1);
            cli_table_line(t, NULL, "%s", "");
            cli_table_line(t, "bold", "Part %d  %s", part, js_text(p, "title"));
        }
        add_week(t, w, y->cell[(int)js_number(w, "n")]);
    }
    cli_table_print(c, t);
}

int cmd_map(struct cli *c)
{
    if (!curriculum_load(c->app.cur) && !json_array_size(curriculum_weeks(c->app.cur))) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    const json_t *track = c->nargs ? app_track_named(&c->app, c->args[0]) : app_track(&c->app);
    if (!track)
        return cli_fail(c, APP_USAGE);
    struct year_map y = { 0 };
    json_t *weeks = json_array(), *w;
    year_map_load(&y, &c->app, track);
    for (int n = 1; n <= YEAR_MAP_WEEKS; n++)
        if ((w = year_map_week(&y, n)))
            json_array_append_new(weeks, w);
    if (c->app.json)
        cli_json(json_pack("{s:s s:{s:s s:s} s:b s:O s:O}", "schema", "ridge.map/1", "track", "id",
                           js_text(track, "id"), "title", js_text(track, "title"), "gated",
                           json_is_true(json_object_get(track, "gated")), "weeks", weeks, "steps", y.steps));
    else if (!json_is_true(json_object_get(track, "year")))
        print_steps(c, &y);
    else
        print_year(c, &y, weeks);
    json_decref(weeks);
    year_map_free(&y);
    return APP_OK;
}
