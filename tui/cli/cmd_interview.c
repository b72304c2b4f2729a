/* ridge interview: a closed-book sitting, line by line, and the past ones. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "cli.h"
#include "cli_table.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/interview.h"
#include "tui/app/rubric.h"

enum { LINE = 4096, MINUTE = 60000 };

/* ---- lines ------------------------------------------------------------------------ */

/* Lines up to a single "."; NULL: no more input before that. free() it. */
static char *ask_text(void)
{
    struct text t = { .cap = 60000 };
    char line[LINE], *ret = NULL;
    printf("your text, and a line with a single . behind it:\n");
    while (cli_ask("", line, sizeof line)) {
        if (!strcmp(line, ".")) {
            ret = strdup(text_str(&t));
            break;
        }
        text_addf(&t, "%s%s", t.len ? "\n" : "", line);
    }
    text_finish(&t);
    return ret;
}

static char *ask_answer(const json_t *front)
{
    char line[LINE];
    if (rubric_is_text(front))
        return ask_text();
    return cli_ask("answer (empty: leave it out): ", line, sizeof line) ? strdup(line) : NULL;
}

/* ---- a sitting -------------------------------------------------------------------- */

static const char *name_of(const json_t *sitting)
{
    const char *scope = js_text(sitting, "scope");
    return !strncmp(scope, "deep/", 5) ? scope + 5 : scope;
}

static void say_left(const json_t *sitting)
{
    int64_t left = interview_left(sitting, app_now());
    if (js_number(sitting, "minutes") > 0)
        printf("  (%lld min left)", (long long)((left + MINUTE - 1) / MINUTE));
}

static void say_rules(const json_t *sitting)
{
    char n[FIGURE];
    char *line = util_path("Closed book: %s, %s, one try each, no hints. Pages, hints and searches that are opened "
                           "meanwhile are counted. Leaving keeps the sitting open, and its time runs on.",
                           name_of(sitting), figure_of((double)interview_size(sitting), "exercise", n));
    cli_prose(0, line);
    free(line);
}

static int leave(const json_t *sitting)
{
    char *line = util_path("The sitting stays open, and its time runs on. `ridge interview` goes on at exercise %zu of "
                           "%zu, `ridge interview --abort` ends it.",
                           interview_at(sitting) + 1, interview_size(sitting));
    cli_prose(0, line);
    free(line);
    return cli_interrupted ? APP_INTERRUPTED : APP_FAILED;
}

/* One exercise, until an answer can be read. APP_OK: tried; APP_FAILED: the time is over; -1: no more input. */
static int one(struct cli *c, const json_t *sitting)
{
    size_t at = interview_at(sitting);
    json_t *front = interview_front(&c->app, sitting, at);
    if (!front)
        return cli_fail(c, APP_CONFIG);
    printf("\n%s%zu of %zu  %s%s", cli_color(c, "bold"), at + 1, interview_size(sitting), js_text(front, "id"),
           cli_color(c, "off"));
    say_left(sitting);
    cli_question(front);
    int code = APP_USAGE;
    while (code == APP_USAGE) {
        char *text = ask_answer(front);
        code = text ? (int)interview_try(&c->app, sitting, front, text) : -1;
        if (code == APP_USAGE)
            cli_prose(0, c->app.error);
        free(text);
    }
    if (code == APP_OK)
        printf("Kept.\n");
    else if (code != -1 && code != APP_FAILED)
        code = cli_fail(c, code);
    json_decref(front);
    return code;
}

/* ---- the end of a sitting --------------------------------------------------------- */

static void print_row(struct cli *c, const json_t *row)
{
    char took[FIGURE];
    cli_status_word(c, js_text(row, "status"));
    printf(" %s%s%s  %s%s%s\n", cli_color(c, "bold"), js_text(row, "question"), cli_color(c, "off"),
           figure_seconds(js_number(row, "ms") / 1000, took), *js_text(row, "assessed") ? "  " : "",
           js_text(row, "assessed"));
    if (!strcmp(js_text(row, "kind"), "text"))
        return;
    if (*js_text(row, "expected"))
        cli_prose(printf("     the answer: "), js_text(row, "expected"));
    if (*js_text(row, "worked"))
        cli_prose(printf("     "), js_text(row, "worked"));
}

/* The rubric of each text is shown now, and ticked. */
static void tick_texts(struct cli *c, const json_t *result)
{
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(result, "rows"), k, row) {
        if (strcmp(js_text(row, "kind"), "text") || !js_number(row, "answer") || *js_text(row, "assessed"))
            continue;
        printf("\nDoes your text of %s have this?\n", js_text(row, "question"));
        json_t *has = answer_ask_items(json_object_get(row, "rubric"));
        if (!has || interview_tick(&c->app, row, has) != APP_OK) {
            printf(has ? "%s\n" : "%sNothing was ticked.\n", has ? c->app.error : "");
            json_decref(has);
            return;
        }
        json_decref(has);
    }
}

static int show_result(struct cli *c, int64_t id)
{
    json_t *result = interview_result(&c->app, id), *row;
    size_t k;
    if (!result)
        return cli_fail(c, APP_CONFIG);
    if (c->app.json) {
        cli_json(result);
        return APP_FAILED; /* only an abort tells as a document */
    }
    tick_texts(c, result);
    json_decref(result);
    if (!(result = interview_result(&c->app, id)))
        return cli_fail(c, APP_CONFIG);
    bool passed = json_is_true(json_object_get(result, "passed"));
    putchar('\n');
    json_array_foreach(json_object_get(result, "rows"), k, row)
        print_row(c, row);
    putchar('\n');
    cli_status_word(c, passed ? "PASS" : "FAIL");
    cli_prose(CLI_STATUS_COLUMNS + printf(" "), js_text(result, "words"));
    json_decref(result);
    return passed ? APP_OK : APP_FAILED;
}

static int end(struct cli *c, const json_t *sitting, const char *how)
{
    if (interview_end(&c->app, sitting, how) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    if (!strcmp(how, "time"))
        printf("\nThe time is over: what was not answered counts as wrong.\n");
    return show_result(c, (int64_t)js_number(sitting, "id"));
}

/* Takes the sitting over. */
static int sit(struct cli *c, json_t *sitting)
{
    int code = APP_OK;
    if (!interview_over(sitting, app_now()))
        say_rules(sitting);
    while (code == APP_OK && interview_at(sitting) < interview_size(sitting)) {
        code = interview_over(sitting, app_now()) ? APP_FAILED : one(c, sitting);
        if (code == APP_OK) {
            json_decref(sitting);
            sitting = interview_open(&c->app);
        }
    }
    code = code == -1           ? leave(sitting)
           : code == APP_OK     ? end(c, sitting, "done")
           : code == APP_FAILED ? end(c, sitting, "time")
                                : code;
    json_decref(sitting);
    return code;
}

/* ---- the command ------------------------------------------------------------------ */

static int list(struct cli *c)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .rank = 0 }, { .rank = 1,
                                                       .least = 20 } };
    json_t *rows = interview_past(&c->app), *row;
    size_t k;
    if (!rows)
        return cli_fail(c, APP_CONFIG);
    if (c->app.json)
        return cli_json(json_pack("{s:o}", "sittings", rows));
    if (!json_array_size(rows))
        printf("There was no sitting yet: `ridge interview d07` begins one.\n");
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 2);
    json_array_foreach(rows, k, row) {
        char day[24];
        time_t at = (time_t)(js_number(row, "when") / 1000);
        struct tm tm;
        gmtime_r(&at, &tm);
        strftime(day, sizeof day, "%Y-%m-%d", &tm);
        bool passed = json_is_true(json_object_get(row, "passed")), ended = *js_text(row, "how");
        const char *status = !ended ? "PENDING" : passed ? "PASS" : "FAIL";
        cli_table_cell(t, cli_status_color(status), cli_mark(status));
        cli_table_cell(t, NULL, day);
        cli_table_cell(t, "bold", name_of(row));
        cli_table_cell(t, NULL, js_text(row, "words"));
    }
    cli_table_print(c, t);
    json_decref(rows);
    return APP_OK;
}

static int give_up(struct cli *c, const json_t *sitting)
{
    if (!sitting)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "There is no open sitting to end."));
    return end(c, sitting, "aborted");
}

static int begin(struct cli *c)
{
    json_t *chapters = NULL;
    const char *scope = c->opt.track;
    int minutes = c->opt.minutes < 0 ? INTERVIEW_MINUTES : (int)c->opt.minutes;
    if (!c->nargs && !c->opt.track)
        return app_fail(&c->app, APP_USAGE, "Which chapter? `ridge interview d07`, or `ridge interview --track "
                        "systems24 --chapters 3`.");
    if (c->nargs && c->opt.track)
        return app_fail(&c->app, APP_USAGE, "A chapter or --track, not both.");
    if (c->nargs) {
        json_t *card = (json_t *)(size_t)interview_chapter(&c->app, c->args[0]);
        scope = js_text(card, "id");
        chapters = card ? json_pack("[O]", card) : NULL;
    } else {
        int n = c->opt.chapters > 0 ? (int)c->opt.chapters : INTERVIEW_CHAPTERS;
        chapters = interview_draw(&c->app, c->opt.track, n);
    }
    enum app_exit code = chapters ? interview_begin(&c->app, scope, chapters, minutes) : APP_USAGE;
    json_decref(chapters);
    return code;
}

/* Do the words on the command line mean another sitting than the one that is open? */
static bool is_other(struct cli *c, const json_t *sitting)
{
    const json_t *card = c->nargs ? interview_chapter(&c->app, c->args[0]) : NULL;
    const char *meant = c->opt.track ? c->opt.track : card ? js_text(card, "id") : NULL;
    return meant && strcmp(meant, js_text(sitting, "scope"));
}

int cmd_interview(struct cli *c)
{
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    curriculum_load(c->app.cur); /* a week with a mistake costs nothing here */
    if (c->opt.list)
        return list(c);
    json_t *sitting = interview_open(&c->app);
    int code = APP_OK;
    if (c->opt.abort) {
        code = give_up(c, sitting);
        json_decref(sitting);
        return code;
    }
    if (c->app.json)
        code = app_fail(&c->app, APP_USAGE, "A sitting asks line by line; `ridge interview --list --json` has the past "
                        "ones.");
    else if (c->nargs && !interview_chapter(&c->app, c->args[0]))
        code = APP_USAGE;
    else if (sitting && is_other(c, sitting) && !interview_over(sitting, app_now()))
        code = app_fail(&c->app, APP_USAGE, "A sitting on %s is open. `ridge interview` goes on, `ridge interview "
                        "--abort` ends it.", name_of(sitting));
    else if (!sitting && (code = begin(c)) == APP_OK && !(sitting = interview_open(&c->app)))
        code = app_fail_db(&c->app);
    if (code != APP_OK) {
        json_decref(sitting);
        return cli_fail(c, code);
    }
    return sit(c, sitting);
}

void cli_note_look(struct cli *c)
{
    static int (*const pages[])(struct cli *) = { cmd_show,   cmd_hint,     cmd_search, cmd_answer, cmd_solution,
                                                  cmd_review, cmd_log,      cmd_hw };
    char *path = c->app.db_path ? strdup(c->app.db_path) : util_path("%s/ridge.db", c->app.home);
    bool there = path && !access(path, F_OK);
    free(path);
    for (size_t k = 0; k < sizeof pages / sizeof *pages; k++)
        if (there && c->cmd && c->cmd->run == pages[k] && app_need_db(&c->app) == APP_OK &&
            interview_looked(&c->app, c->cmd->name))
            cli_say("A sitting is open: with `ridge %s` it becomes an open book.", c->cmd->name);
}
