/* A text of `ridge answer`: kept, then held against its rubric, item by item, by a person. See answer.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "fold.h"
#include "runner/base/js.h"
#include "tui/app/rubric.h"

static const char *const people[] = { "self", "partner", "class" };
enum { PEOPLE = sizeof people / sizeof *people };

/* ---- what was ticked -------------------------------------------------------------- */

/* "1,3", "all", "none" -> a list of numbers; NULL: neither. */
static json_t *ticks_of(const char *text, size_t all)
{
    json_t *list = json_array();
    char *end;
    if (!strcmp(text, "all"))
        for (size_t k = 1; k <= all; k++)
            json_array_append_new(list, json_integer((json_int_t)k));
    if (!strcmp(text, "all") || !strcmp(text, "none"))
        return list;
    for (const char *at = text; *at; at = end + strspn(end, ", ")) {
        json_array_append_new(list, json_integer(strtol(at, &end, 10)));
        if (end == at)
            break;
    }
    if (*text && end && !*end)
        return list;
    json_decref(list);
    return NULL;
}

/* 1: yes; 0: no; -1: no more input. */
static int ask_item(size_t n, const char *item)
{
    char line[64];
    for (;;) {
        cli_prose(printf("  %zu) ", n), item);
        printf("     y or n: ");
        fold_flush();
        if (cli_interrupted || !fgets(line, sizeof line, stdin))
            return -1;
        int c = tolower((unsigned char)line[strspn(line, " \t")]);
        if (c == 'y' || c == 'n')
            return c == 'y';
    }
}

json_t *answer_ask_items(const json_t *rubric)
{
    json_t *list = json_array();
    size_t k;
    const json_t *item;
    json_array_foreach(rubric, k, item) {
        int yes = ask_item(k + 1, json_string_value(item));
        if (yes < 0) {
            putchar('\n');
            json_decref(list);
            return NULL;
        }
        if (yes)
            json_array_append_new(list, json_integer((json_int_t)k + 1));
    }
    return list;
}

/* On a terminal the rubric is asked for at once; NULL when not all of it was answered. */
static json_t *ask_ticks(struct cli *c, const json_t *rubric)
{
    if (!c->app.interactive || c->app.json)
        return NULL;
    printf("Your text is kept. Does it have this?\n");
    return answer_ask_items(rubric);
}

/* ---- on the terminal -------------------------------------------------------------- */

static bool holds(const json_t *list, size_t n)
{
    size_t k;
    const json_t *x;
    json_array_foreach(list, k, x)
        if (json_integer_value(x) == (json_int_t)n)
            return true;
    return false;
}

/* A box for each person who went through the items, in the order of the sentence above them. */
static void print_rubric(const json_t *rubric, const json_t *kept)
{
    json_t *has[PEOPLE];
    size_t k;
    const json_t *item;
    bool told = rubric_assessed(kept);
    for (int p = 0; p < PEOPLE; p++)
        has[p] = rubric_ticks(kept, people[p]);
    json_array_foreach(rubric, k, item) {
        int used = printf(told ? "  " : "  [ ]");
        for (int p = 0; p < PEOPLE; p++)
            used += has[p] ? printf(holds(has[p], k + 1) ? "[x]" : "[ ]") : 0;
        cli_prose(used + printf(" %zu) ", k + 1), json_string_value(item));
    }
    for (int p = 0; p < PEOPLE; p++)
        json_decref(has[p]);
}

static int show(struct cli *c, const char *owner, const json_t *question, json_t *v, const json_t *kept)
{
    char words[RUBRIC_WORDS];
    bool told = rubric_assessed(kept);
    const char *id = js_text(question, "id");
    rubric_words(kept, words, sizeof words);
    if (c->app.json) {
        json_object_set_new(v, "owner", json_string(owner));
        json_object_set_new(v, "question", json_string(id));
        json_object_set_new(v, "assessed", json_string(words));
        if (told)
            json_object_set_new(v, "message", json_string(words));
        json_object_set(v, "said", json_object_get(kept, "ticks"));
        cli_json(v);
        return told ? APP_OK : APP_FAILED;
    }
    cli_status_word(c, js_text(v, "status"));
    *words = (char)toupper((unsigned char)*words);
    cli_prose(CLI_STATUS_COLUMNS + printf(" "), told ? words : js_text(v, "message"));
    print_rubric(json_object_get(v, "rubric"), kept);
    if (told && *js_text(v, "worked"))
        cli_prose(0, js_text(v, "worked"));
    if (!told)
        printf("`ridge answer %s %s --ticks 1,2` ticks what it has.\n", answer_argument(owner), id);
    json_decref(v);
    return told ? APP_OK : APP_FAILED;
}

/* ---- the steps -------------------------------------------------------------------- */

static int usage(struct cli *c, json_t *v)
{
    json_decref(v);
    return cli_fail(c, APP_USAGE);
}

/* The verdict on the text that is kept, with the ticks (NULL: none). NULL: it is refused, as app.error says. */
static json_t *hold(struct cli *c, const char *owner, const char *id, const char *text, json_t *ticks)
{
    json_t *given = ticks ? json_pack("{s:s s:O}", "text", text, "ticks", ticks) : json_string(text);
    json_t *v = curriculum_answer(c->app.cur, owner, id, (uint64_t)c->app.learner_seed, given, false);
    json_decref(given);
    if (v && strcmp(js_text(v, "status"), "INVALID"))
        return v;
    app_fail(&c->app, APP_USAGE, "%s", v ? js_text(v, "message") : curriculum_error(c->app.cur));
    json_decref(v);
    return NULL;
}

static int tick(struct cli *c, const char *owner, const json_t *question, json_t *ticks)
{
    const char *id = js_text(question, "id"), *who = c->opt.by ? c->opt.by : "self";
    json_t *kept = NULL, *v = NULL;
    int code = APP_CONFIG;
    db_answer_latest(c->app.db, owner, id, &kept);
    if (!(v = hold(c, owner, id, js_text(kept, "text"), ticks)))
        code = usage(c, NULL);
    else if (rubric_keep(&c->app, owner, question, who, ticks) != APP_OK)
        code = cli_fail(c, APP_CONFIG);
    json_decref(kept);
    kept = NULL;
    if (v && code == APP_CONFIG && db_answer_latest(c->app.db, owner, id, &kept) == DB_OK && rubric_assessed(kept)) {
        code = show(c, owner, question, v, kept);
        v = NULL;
    }
    json_decref(v);
    json_decref(kept);
    return code;
}

/* 0, or the exit code of a command line that nobody can follow. */
static int check_options(struct cli *c, const char *owner, const json_t *question, const char *text)
{
    json_t *last = NULL;
    bool there = *text || (db_answer_latest(c->app.db, owner, js_text(question, "id"), &last) == DB_OK &&
                           *js_text(last, "text"));
    json_decref(last);
    if (c->opt.by && !c->opt.ticks)
        app_fail(&c->app, APP_USAGE,
                 "--by says whose ticks --ticks are: `ridge answer %s %s --ticks 1,3 --by partner`.",
                 answer_argument(owner), js_text(question, "id"));
    else if (!there)
        app_fail(&c->app, APP_USAGE, "There is no text of yours yet: `ridge answer %s %s TEXT…` keeps one.",
                 answer_argument(owner), js_text(question, "id"));
    else
        return 0;
    return cli_fail(c, APP_USAGE);
}

int answer_text(struct cli *c, const char *owner, const json_t *question, const char *text)
{
    json_t *v = NULL, *ticks = NULL;
    int code = check_options(c, owner, question, text);
    if (code)
        return code;
    if (c->opt.ticks && !(ticks = ticks_of(c->opt.ticks, (size_t)js_number(question, "rubric_items")))) {
        app_fail(&c->app, APP_USAGE, "--ticks wants the rubric's numbers with commas, all, or none; not \"%.80s\".",
                 c->opt.ticks);
        return cli_fail(c, APP_USAGE);
    }
    if (*text && !(v = answer_judge(c, owner, question, text, &code))) {
        json_decref(ticks);
        return code;
    }
    if (!ticks && v)
        ticks = ask_ticks(c, json_object_get(v, "rubric"));
    if (!ticks)
        return show(c, owner, question, v, NULL);
    code = tick(c, owner, question, ticks);
    json_decref(v);
    json_decref(ticks);
    return code;
}
