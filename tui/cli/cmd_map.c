/* map: the year in lines, as the map screen draws it in cells, or the steps of a track. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "tui/app/year_map.h"
#include "runner/base/js.h"

static const json_t *track_named(struct cli *c, const char *id)
{
    size_t k;
    const json_t *t;
    char known[400] = "";
    json_array_foreach(curriculum_tracks(c->app.cur), k, t) {
        if (!strcmp(js_text(t, "id"), id))
            return t;
        size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s", n ? ", " : "", js_text(t, "id"));
    }
    app_fail(&c->app, APP_USAGE, "There is no track \"%.80s\"; there are %s.", id, known);
    return NULL;
}

static void print_topics(const struct cli *c, const json_t *list, const char *label)
{
    size_t k, q;
    const json_t *t, *n;
    json_array_foreach(list, k, t) {
        printf("        %s%s %s (", cli_color(c, "dim"), label, js_text(t, "topic"));
        json_array_foreach(json_object_get(t, "weeks"), q, n)
            printf("%s%lld", q ? ", " : json_array_size(json_object_get(t, "weeks")) > 1 ? "weeks " : "week ",
                   (long long)json_integer_value(n));
        printf(")%s\n", cli_color(c, "off"));
    }
}

static void print_week(const struct cli *c, const json_t *w, enum year_map_cell cell)
{
    const json_t *lab;
    char plan[80];
    const char *sign = cli_utf8() ? year_map_sign(cell) : (const char *[]){ " ", ".", "o", "+", "*", "~" }[cell];
    size_t k, extra = 0;
    facts_plan(plan, sizeof plan, facts_hours(w));
    printf("  %s %2.0f  %-42s %s\n", sign, js_number(w, "n"), js_text(w, "title"), js_text(w, "state"));
    if (*plan)
        printf("        %s\n", plan);
    json_array_foreach(json_object_get(w, "labs"), k, lab)
        if (json_is_true(json_object_get(lab, "extra")) && json_is_string(json_object_get(lab, "step")))
            printf("%s%s", extra++ ? " " : "        extra labs: ", js_text(lab, "id"));
    printf("%s", extra ? "\n" : "");
    print_topics(c, json_object_get(w, "rests_on"), "rests on");
    print_topics(c, json_object_get(w, "leads_to"), "leads to");
}

/* "passed", "3 of 9 left, next g07-gemm-ladder", "locked: after P2". */
static void print_state(const struct cli *c, const json_t *s)
{
    const char *state = js_text(s, "state"), *next = js_text(s, "next");
    int gone = !strcmp(state, "locked");
    printf("%s", cli_color(c, gone ? "dim" : !strcmp(state, "passed") ? "green" : ""));
    if (gone)
        printf("locked: after %s", js_text(s, "after"));
    else if (!js_number(s, "ready"))
        printf("not there yet");
    else if (!js_number(s, "left"))
        printf("passed");
    else
        printf("%.0f of %.0f left%s%s", js_number(s, "left"), js_number(s, "ready"), *next ? ", next " : "", next);
    printf("%s", cli_color(c, "off"));
    if (json_is_object(json_object_get(s, "by_hand")))
        printf(", opened by hand");
}

static void print_by_hand(const struct cli *c, const json_t *of, const char *indent)
{
    const json_t *hand = json_object_get(of, "by_hand");
    time_t t = (time_t)(js_number(hand, "when") / 1000);
    struct tm tm;
    char when[16];
    if (!json_is_object(hand))
        return;
    localtime_r(&t, &tm);
    strftime(when, sizeof when, "%Y-%m-%d", &tm);
    printf("%s%sopened by hand on %s%s%s%s\n", indent, cli_color(c, "dim"), when, *js_text(hand, "reason") ? ": " : "",
           js_text(hand, "reason"), cli_color(c, "off"));
}

static void print_steps(const struct cli *c, const struct year_map *y)
{
    size_t k, q;
    const json_t *s, *lab;
    printf("Track: %s\n", js_text(y->track, "title"));
    json_array_foreach(y->steps, k, s) {
        printf("\n%s%-5s %s%s  ", cli_color(c, "bold"), js_text(s, "name"), js_text(s, "label"), cli_color(c, "off"));
        print_state(c, s);
        printf("\n");
        print_by_hand(c, s, "      ");
        json_array_foreach(json_object_get(s, "labs"), q, lab) {
            printf("     ");
            if (json_is_true(json_object_get(lab, "ready")))
                cli_status_word(c, js_text(lab, "status"));
            else
                printf("%s  not there yet %s", cli_color(c, "dim"), cli_color(c, "off"));
            printf(" %-22s %s%s%s\n", js_text(lab, "id"), js_text(lab, "title"), *js_text(lab, "stage") ? "  ★ " : "",
                   js_text(lab, "stage"));
            print_by_hand(c, lab, "          ");
        }
    }
    if (json_is_true(json_object_get(y->track, "gated")))
        printf("\nA step opens when each lab of the step before it has at least bronze. `ridge unlock %s` opens one by "
               "hand.\n", js_text(json_array_get(y->steps, json_array_size(y->steps) - 1), "name"));
    if (strcmp(js_text(y->track, "id"), js_text(app_track(y->app), "id")))
        printf("\nThis is not your track: `ridge config track %s` chooses it.\n", js_text(y->track, "id"));
}

static void print_year(const struct cli *c, const struct year_map *y, const json_t *weeks)
{
    size_t k;
    const json_t *w;
    int part = 0;
    printf("Track: %s\n", js_text(y->track, "title"));
    json_array_foreach(weeks, k, w) {
        if ((int)js_number(w, "part") != part) {
            part = (int)js_number(w, "part");
            const json_t *p = json_array_get(curriculum_parts(c->app.cur), (size_t)part - 1);
            printf("\n%sPart %d  %s%s\n", cli_color(c, "bold"), part, js_text(p, "title"), cli_color(c, "off"));
        }
        print_week(c, w, y->cell[(int)js_number(w, "n")]);
    }
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
    const json_t *track = c->nargs ? track_named(c, c->args[0]) : app_track(&c->app);
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
