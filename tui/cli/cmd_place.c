/* place: a few questions of each step of a track, and where to begin. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/gate.h"
#include "tui/app/place.h"

enum { LINE = 2100, TRIES = 3 };

struct placing {
    struct cli *c;
    const json_t *track;
    json_t *steps;
    int right, asked, ended; /* ended: nobody answers any more */
    json_t *known;           /* names of steps */
    const json_t *begin;     /* the step to begin at; NULL: none was found */
};

/* A line without its end; 0 when there is none any more, or "q". */
static int read_line(char line[LINE])
{
    if (!fgets(line, LINE, stdin))
        return 0;
    line[strcspn(line, "\r\n")] = 0;
    return strcmp(line, "q") != 0;
}

/* One question until it has an answer that can be read. 1: it is right. */
static int ask(struct placing *p, const json_t *row)
{
    const json_t *q = json_object_get(row, "question");
    char line[LINE];
    int talks = !p->c->app.json, right = 0;
    if (talks) {
        printf("\n  %s", js_text(row, "owner"));
        cli_question(q);
    }
    p->asked++;
    for (int k = 0; k < TRIES; k++) {
        if (talks)
            fflush((printf("  > "), stdout));
        p->ended = !read_line(line);
        if (p->ended || !*line)
            break;
        json_t *v = place_judge(&p->c->app, js_text(row, "owner"), js_text(q, "id"), line);
        int unread = !v || !strcmp(js_text(v, "status"), "INVALID");
        right = v && !strcmp(js_text(v, "status"), "PASS");
        if (talks)
            cli_prose(printf("  "), v ? js_text(v, "message") : curriculum_error(p->c->app.cur));
        json_decref(v);
        if (!unread)
            break;
    }
    p->right += right;
    return right;
}

/* 1: the step is known, or nothing of it can be asked; 0: here one should begin; -1: what failed is told. */
static int ask_step(struct placing *p, const json_t *step, size_t at)
{
    json_t *list = place_questions(&p->c->app, p->track, step);
    size_t k, n = json_array_size(list);
    const json_t *row;
    int right = 0, wrong = 0, need = n < PLACE_RIGHT ? (int)n : PLACE_RIGHT;
    if (!list)
        return -1;
    if (!p->c->app.json && json_array_size(list))
        printf("\n%s%s  %s%s (%zu of %zu)\n", cli_color(p->c, "bold"), js_text(step, "name"), js_text(step, "label"),
               cli_color(p->c, "off"), at + 1, json_array_size(p->steps));
    json_array_foreach(list, k, row)
        if (right < need && wrong <= (int)n - need && !p->ended)
            *(ask(p, row) ? &right : &wrong) += 1;
    if (n && right == need)
        json_array_append(p->known, json_object_get(step, "name"));
    json_decref(list);
    return right == need;
}

static void say_where(struct placing *p)
{
    struct cli *c = p->c;
    char *text = NULL, answers[FIGURE];
    const char *lab = js_text(p->begin, "next");
    printf("\n%d of %s right.\n", p->right, figure_of(p->asked, "answer", answers));
    if (!p->begin)
        text = strdup("You know what can be asked of every step. The labs ask for more: `ridge next` names one.");
    else if (*lab)
        text = util_path("Begin at %s, %s: `ridge start %s`.", js_text(p->begin, "name"), js_text(p->begin, "label"),
                         lab);
    else
        text = util_path("Begin at %s, %s.", js_text(p->begin, "name"), js_text(p->begin, "label"));
    cli_prose(0, text);
    free(text);
    if (p->begin && !strcmp(js_text(p->begin, "state"), "locked"))
        printf("It waits for %s; `ridge unlock %s` opens it by hand, and the log says so.\n",
               js_text(p->begin, "after"), js_text(p->begin, "name"));
    if (strcmp(js_text(p->track, "id"), js_text(app_track(&c->app), "id")))
        printf("This is not your track: `ridge config track %s` chooses it.\n", js_text(p->track, "id"));
}

static int finish(struct placing *p)
{
    struct cli *c = p->c;
    enum app_exit code = APP_OK;
    if (p->asked && !(p->ended && p->asked == 1))
        code = place_keep(&c->app, p->track, js_text(p->begin, "name"), p->right, p->asked);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s s:O s:i s:i s:O?}", "schema", "ridge.place/1", "track",
                                  js_text(p->track, "id"), "known", p->known, "asked", p->asked, "right", p->right,
                                  "begin", p->begin));
    say_where(p);
    return APP_OK;
}

int cmd_place(struct cli *c)
{
    struct placing p = { .c = c };
    size_t k;
    const json_t *step;
    int known = 1;
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK || !(p.track = c->nargs ? app_track_named(&c->app, c->args[0]) : app_track(&c->app)))
        return cli_fail(c, code == APP_OK ? APP_USAGE : code);
    p.steps = gate_steps(&c->app, p.track, NULL);
    p.known = json_array();
    if (!c->app.json)
        printf("%s: up to %d questions of each step, of which %d have to be right. Enter alone: no idea; q: "
               "enough.\n",
               js_text(p.track, "title"), PLACE_ASKED, PLACE_RIGHT);
    json_array_foreach(p.steps, k, step)
        if (known > 0 && (known = ask_step(&p, step, k)) == 0)
            p.begin = step;
    int rc = known < 0 ? cli_fail(c, APP_CONFIG) : finish(&p);
    json_decref(p.steps);
    json_decref(p.known);
    return rc;
}
