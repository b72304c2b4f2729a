/* ridge answer: questions of a lab, a week or a card, and the cost card. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "cli.h"
#include "tui/app/rubric.h"
#include "tui/screen/sketch.h"
#include "runner/base/util.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

static int owner_of(struct cli *c, const char *arg, char *ret, size_t n, json_t **lab)
{
    int week = cli_week(c, arg);
    const json_t *card = week ? NULL : cli_card(c, arg);
    *lab = NULL;
    if (card) {
        snprintf(ret, n, "%s", js_text(card, "id"));
        return 0;
    }
    if (cli_is_no_week(c, arg))
        return APP_USAGE;
    if (strchr(arg, '/')) {
        app_fail(&c->app, APP_USAGE, "There is no card \"%.80s\" with questions. `ridge list` has them.", arg);
        return cli_fail(c, APP_USAGE);
    }
    if (week) {
        snprintf(ret, n, "w%02d", week);
        return 0;
    }
    *lab = cli_lab(c, arg);
    if (!*lab)
        return -1;
    snprintf(ret, n, "%s", js_text(*lab, "id"));
    return 0;
}

static void add_answers(struct cli *c, const char *owner, json_t *questions)
{
    json_t *answers = NULL, *q;
    char words[RUBRIC_WORDS];
    size_t k;
    db_answers(c->app.db, owner, &answers);
    app_mark_older(&c->app, answers, "owner");
    json_array_foreach(questions, k, q) {
        const json_t *a = js_row(answers, "question", js_text(q, "id"));
        bool judged = a && !rubric_is_text(q);
        json_object_set_new(q, "status", json_string(judged ? js_text(a, "status") : "PENDING"));
        rubric_words(a, words, sizeof words);
        if (*words)
            json_object_set_new(q, "assessed", json_string(words));
        if (a)
            json_object_set(q, "rev", json_object_get(a, "rev"));
        if (json_is_true(json_object_get(a, "older")))
            json_object_set_new(q, "older", json_true());
    }
    json_decref(answers);
}

/* What a table wants, by name: without it nobody knows how many numbers, and in which order. */
static void print_table(const json_t *q)
{
    const json_t *rows = json_object_get(q, "rows"), *columns = json_object_get(q, "columns"), *o;
    size_t k;
    json_array_foreach(rows, k, o)
        cli_prose(printf("       row %zu: ", k + 1), json_string_value(o));
    if (!json_array_size(columns))
        return;
    struct text each = { 0 };
    json_array_foreach(columns, k, o)
        text_addf(&each, "%s%s", k ? " | " : "", json_string_value(o));
    text_addf(&each, " (';' between rows%s)", k > 1 ? ", '|' within" : "");
    cli_prose(printf("       of each: "), text_str(&each));
    text_finish(&each);
}

static void print_numbered(const json_t *list)
{
    size_t k;
    const json_t *o;
    json_array_foreach(list, k, o)
        cli_prose(printf("       %zu) ", k + 1), json_string_value(o));
}

static void print_lettered(const char *what, const json_t *list, char first)
{
    size_t k;
    const json_t *o;
    if (json_array_size(list))
        printf("     %s\n", what);
    json_array_foreach(list, k, o)
        cli_prose(printf("       %c) ", first + (int)k), json_string_value(o));
}

/* A display and what may be said of it. */
static void print_display(const json_t *q)
{
    if (!json_array_size(json_object_get(q, "lines")))
        return;
    cli_prose(printf("     "), js_text(q, "from"));
    if (*js_text(q, "title"))
        cli_prose(printf("     "), js_text(q, "title"));
    print_numbered(json_object_get(q, "lines"));
    print_lettered("What is it?", json_object_get(q, "claims"), 'a');
    print_lettered("What is changed first?", json_object_get(q, "fixes"), 'A');
    cli_prose(printf("     "), "Answer with the claim, the lines that show it, and the fix: \"b; 2 5; A\".");
}

/* The question itself below its heading, which ends with the unit, and what may be answered. */
void cli_question(const json_t *q)
{
    size_t k;
    const json_t *o;
    const char *unit = figure_unit(js_text(q, "unit"));
    printf("%s%s%s\n", *unit ? "  [" : "", unit, *unit ? "]" : "");
    cli_prose(printf("     "), js_text(q, "ask"));
    print_numbered(json_object_get(q, "options"));
    print_numbered(json_object_get(q, "items"));
    json_array_foreach(json_object_get(q, "choices"), k, o)
        cli_prose(printf("       - "), json_string_value(o));
    print_table(q);
    print_display(q);
    if (*js_text(q, "about"))
        cli_prose(printf("     "), js_text(q, "about"));
    if (*js_text(q, "names"))
        cli_prose(printf("       a formula in "), js_text(q, "names"));
}

/* What was said or measured: a number with its unit, or a choice; the caller's. */
static char *shown(const json_t *value, const char *unit)
{
    char number[FIGURE];
    if (json_is_number(value))
        return util_path("%s%s%s", figure_count(json_number_value(value), number), *unit ? " " : "", unit);
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6)),
         *clean = util_clean(text ? text : "", text ? strlen(text) : 0, 0);
    free(text);
    return clean;
}

static void print_card(struct cli *c, const json_t *card)
{
    size_t k;
    const json_t *p;
    if (!json_array_size(card))
        return;
    printf("%sCost card%s: your estimates, before the first run\n", cli_color(c, "bold"), cli_color(c, "off"));
    json_array_foreach(card, k, p) {
        const char *unit = figure_unit(js_text(p, "unit"));
        char *said = shown(json_object_get(p, "said"), unit), *measured = shown(json_object_get(p, "measured"), unit);
        int twice = !strcmp(js_text(p, "id"), js_text(p, "axis"));
        printf("  %s%s%s%s%s", cli_color(c, "bold"), js_text(p, "id"), cli_color(c, "off"), twice ? "" : "  ",
               twice ? "" : js_text(p, "axis"));
        cli_question(p);
        if (!json_is_null(json_object_get(p, "said")))
            printf("       you said %s%s%s\n", said, json_is_null(json_object_get(p, "measured")) ? "" : ", measured ",
                   json_is_null(json_object_get(p, "measured")) ? "" : measured);
        free(said);
        free(measured);
    }
    printf("\n");
}

static void print_how(const char *owner, const char *question)
{
    char *how = util_path("Answer with `ridge answer %s %s ANSWER`: a number with its unit, an option's number, or "
                          "several numbers, such as 2 1 3.",
                          answer_argument(owner), question);
    putchar('\n');
    cli_prose(0, how);
    free(how);
}

static int list_questions(struct cli *c, const char *owner, const json_t *lab)
{
    json_t *qs = curriculum_questions(c->app.cur, owner, (uint64_t)c->app.learner_seed);
    json_t *card = lab ? app_cost_card(&c->app, lab) : json_array();
    char rev[24];
    size_t k;
    json_t *q;
    if (!qs) {
        json_decref(card);
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    add_answers(c, owner, qs);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o s:o}", "owner", owner, "questions", qs, "predictions", card));
    print_card(c, card);
    json_array_foreach(qs, k, q) {
        printf("  ");
        cli_status_word(c, js_text(q, "status"));
        printf(" %s%s%s%s%s%s", cli_color(c, "bold"), js_text(q, "id"), cli_color(c, "off"),
               app_older_words(q, rev, sizeof rev), *js_text(q, "assessed") ? "  " : "", js_text(q, "assessed"));
        cli_question(q);
    }
    if (json_array_size(qs))
        print_how(owner, js_text(json_array_get(qs, 0), "id"));
    json_decref(qs);
    json_decref(card);
    return APP_OK;
}

static char *join(char **args, int n)
{
    size_t len = 1;
    for (int k = 0; k < n; k++)
        len += strlen(args[k]) + 1;
    char *s = calloc(1, len);
    for (int k = 0; s && k < n; k++) {
        strcat(s, k ? " " : "");
        strcat(s, args[k]);
    }
    return s;
}

static int predict(struct cli *c, const json_t *lab, const json_t *p, const char *text)
{
    char *end;
    double v = strtod(text, &end);
    int number = !json_array_size(json_object_get(p, "choices"));
    while (isspace((unsigned char)*end))
        end++;
    /* a unit after the number is read as the card's own unit, or refused: no silent factor of a thousand */
    const char *unit = js_text(p, "unit"), *read = figure_unit(unit);
    if (number && (end == text || (*end && strcmp(end, unit) && strcmp(end, read)))) {
        app_fail(&c->app, APP_USAGE, "Give a number%s%s, such as \"%s 1e9\".", *read ? " in " : "", read,
                 js_text(p, "id"));
        return cli_fail(c, APP_USAGE);
    }
    if (db_prediction_put(c->app.db, js_text(lab, "id"), js_text(p, "id"), js_text(p, "axis"), number ? v : 0,
                          number ? NULL : text, unit, NULL) != DB_OK) {
        app_fail_db(&c->app);
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json)
        return cli_json(
            json_pack("{s:s s:s s:s}", "lab", js_text(lab, "id"), "prediction", js_text(p, "id"), "said", text));
    printf("Noted. The measured column opens with your first correct run.\n");
    return APP_OK;
}

static int print_verdict(struct cli *c, const char *owner, const char *question, json_t *v)
{
    int pass = !strcmp(js_text(v, "status"), "PASS");
    if (c->app.json) {
        json_object_set_new(v, "owner", json_string(owner));
        json_object_set_new(v, "question", json_string(question));
        cli_json(v);
        return pass ? APP_OK : APP_FAILED;
    }
    cli_status_word(c, js_text(v, "status"));
    cli_prose(CLI_STATUS_COLUMNS + printf(" "), js_text(v, "message"));
    if (*js_text(v, "hint")) {
        printf("%shint:%s ", cli_color(c, "cyan"), cli_color(c, "off"));
        cli_prose((int)strlen("hint: "), js_text(v, "hint"));
    }
    sketch_text(v, cli_width(), cli_utf8(), stdout);
    if (pass && *js_text(v, "worked"))
        cli_prose(0, js_text(v, "worked"));
    json_decref(v);
    return pass ? APP_OK : APP_FAILED;
}

static int give_answer(struct cli *c, const char *owner, const json_t *question, const char *text)
{
    int code = APP_OK;
    json_t *v = answer_judge(c, owner, question, text, &code);
    return v ? print_verdict(c, owner, js_text(question, "id"), v) : code;
}

static int ticks_of_nothing(struct cli *c, const char *owner)
{
    app_fail(&c->app, APP_USAGE, "A rubric is one question's: `ridge answer %s QUESTION --ticks 1,3`.",
             answer_argument(owner));
    return cli_fail(c, APP_USAGE);
}

int cmd_answer(struct cli *c)
{
    char owner[128];
    json_t *lab, *qs;
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *next = c->nargs ? NULL : app_next(&c->app, NULL);
    const char *arg = c->nargs ? c->args[0] : js_text(next, "lab");
    if (owner_of(c, arg, owner, sizeof owner, &lab)) {
        json_decref(next);
        return APP_USAGE;
    }
    json_decref(next);
    if (c->nargs < 2) {
        int rc = c->opt.ticks || c->opt.by ? ticks_of_nothing(c, owner) : list_questions(c, owner, lab);
        json_decref(lab);
        return rc;
    }
    const char *id = c->args[1];
    char *text = join(c->args + 2, c->nargs - 2);
    qs = curriculum_questions(c->app.cur, owner, (uint64_t)c->app.learner_seed);
    const json_t *q = js_row(qs, "id", id), *p = q ? NULL : js_row(json_object_get(lab, "predict"), "id", id);
    int rc;
    if (!q && !p) {
        app_fail(&c->app, APP_USAGE, "%s has no question \"%s\". `ridge answer %s` lists them.", owner, id,
                 answer_argument(owner));
        rc = cli_fail(c, APP_USAGE);
    } else if ((c->opt.ticks || c->opt.by) && (!q || !rubric_is_text(q))) {
        app_fail(&c->app, APP_USAGE, "%s of %s wants no text: there is no rubric to tick.", id, owner);
        rc = cli_fail(c, APP_USAGE);
    } else if (c->nargs < 3 && !c->opt.ticks && !c->opt.by) {
        if (c->app.json) {
            rc = cli_json(json_deep_copy(q ? q : p));
        } else {
            printf("%s%s%s", cli_color(c, "bold"), id, cli_color(c, "off"));
            cli_question(q ? q : p);
            rc = APP_OK;
        }
    } else {
        rc = !q                   ? predict(c, lab, p, text)
             : rubric_is_text(q) ? answer_text(c, owner, q, text)
                                 : give_answer(c, owner, q, text);
        if (lab && rc == APP_OK && !c->app.json)
            cli_next(c, lab, NULL);
    }
    free(text);
    json_decref(qs);
    json_decref(lab);
    return rc;
}
