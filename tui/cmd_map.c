/* map: the year in lines, as the map screen draws it in cells. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "year.h"

static const json_t *track_named(struct cli *c, const char *id)
{
    size_t k;
    const json_t *t;
    char known[400] = "";
    json_array_foreach(curriculum_tracks(c->app.cur), k, t) {
        if (!strcmp(jstr(t, "id"), id))
            return t;
        size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s", n ? ", " : "", jstr(t, "id"));
    }
    app_fail(&c->app, APP_USAGE, "There is no track \"%.80s\"; there are %s.", id, known);
    return NULL;
}

static void print_topics(const struct cli *c, const json_t *list, const char *label)
{
    size_t k, q;
    const json_t *t, *n;
    json_array_foreach(list, k, t) {
        printf("        %s%s %s (", cli_color(c, "dim"), label, jstr(t, "topic"));
        json_array_foreach(json_object_get(t, "weeks"), q, n)
            printf("%s%lld", q ? ", " : json_array_size(json_object_get(t, "weeks")) > 1 ? "weeks " : "week ",
                   (long long)json_integer_value(n));
        printf(")%s\n", cli_color(c, "off"));
    }
}

static void print_week(const struct cli *c, const json_t *w, enum year_cell cell)
{
    const json_t *hours = json_object_get(w, "hours"), *lab;
    const char *sign = cli_utf8() ? year_sign(cell) : (const char *[]){ " ", ".", "o", "+", "*", "~" }[cell];
    size_t k, extra = 0;
    printf("  %s %2.0f  %-42s %-13s read %4.3g h  labs %4.3g h\n", sign, jnum(w, "n"), jstr(w, "title"),
           jstr(w, "state"), jnum(hours, "read"), jnum(hours, "lab"));
    json_array_foreach(json_object_get(w, "labs"), k, lab)
        if (json_is_true(json_object_get(lab, "extra")) && json_is_string(json_object_get(lab, "step")))
            printf("%s%s", extra++ ? " " : "        extra labs: ", jstr(lab, "id"));
    printf("%s", extra ? "\n" : "");
    print_topics(c, json_object_get(w, "rests_on"), "rests on");
    print_topics(c, json_object_get(w, "leads_to"), "leads to");
}

/* A track whose labs stand in no week: a pack's. */
static int beside_the_year(const struct year *y)
{
    for (int n = 1; n <= YEAR_WEEKS; n++)
        if (y->cell[n] != YEAR_OFF)
            return 0;
    return 1;
}

static json_t *steps_of(struct cli *c, const struct year *y)
{
    json_t *steps = json_array();
    size_t k, q;
    const json_t *s, *id;
    json_array_foreach(json_object_get(y->track, "steps"), k, s) {
        json_t *labs = json_array();
        json_array_foreach(json_object_get(s, "labs"), q, id) {
            const char *lab = json_string_value(id), *status = facts_lab(&y->facts, &c->app, lab);
            json_array_append_new(labs, json_pack("{s:s s:s s:s}", "id", lab, "title", facts_title(&c->app, lab),
                                                  "status", status ? status : "PENDING"));
        }
        json_array_append_new(steps, json_pack("{s:O s:o}", "title", json_object_get(s, "title"), "labs", labs));
    }
    return steps;
}

static void print_steps(const struct cli *c, const struct year *y, const json_t *steps)
{
    size_t k, q;
    const json_t *s, *lab;
    printf("Track: %s\n", jstr(y->track, "title"));
    json_array_foreach(steps, k, s) {
        printf("\n%s%s%s\n", cli_color(c, "bold"), jstr(s, "title"), cli_color(c, "off"));
        json_array_foreach(json_object_get(s, "labs"), q, lab) {
            printf("     ");
            cli_status_word(c, jstr(lab, "status"));
            printf(" %-22s %s\n", jstr(lab, "id"), jstr(lab, "title"));
        }
    }
}

static void print_year(const struct cli *c, const struct year *y, const json_t *weeks)
{
    size_t k;
    const json_t *w;
    int part = 0;
    printf("Track: %s\n", jstr(y->track, "title"));
    json_array_foreach(weeks, k, w) {
        if ((int)jnum(w, "part") != part) {
            part = (int)jnum(w, "part");
            const json_t *p = json_array_get(curriculum_parts(c->app.cur), (size_t)part - 1);
            printf("\n%sPart %d  %s%s\n", cli_color(c, "bold"), part, jstr(p, "title"), cli_color(c, "off"));
        }
        print_week(c, w, y->cell[(int)jnum(w, "n")]);
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
    struct year y = { 0 };
    json_t *weeks = json_array(), *w;
    year_load(&y, &c->app, track);
    for (int n = 1; n <= YEAR_WEEKS; n++)
        if ((w = year_week(&y, n)))
            json_array_append_new(weeks, w);
    json_t *steps = steps_of(c, &y);
    if (c->app.json)
        cli_json(json_pack("{s:s s:{s:s s:s} s:O s:O}", "schema", "ridge.map/1", "track", "id", jstr(track, "id"),
                           "title", jstr(track, "title"), "weeks", weeks, "steps", steps));
    else if (beside_the_year(&y))
        print_steps(c, &y, steps);
    else
        print_year(c, &y, weeks);
    json_decref(steps);
    json_decref(weeks);
    year_free(&y);
    return APP_OK;
}
