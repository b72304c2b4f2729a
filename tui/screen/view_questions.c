/* Questions of a week, a lab or a card: one at a time, an answer, what is said about it, and why. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "screen.h"
#include "sketch.h"
#include "tui/app/facts.h"
#include "tui/app/own.h"
#include "tui/app/rubric.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/words.h"

enum { QUESTION = ROW_OWN, OPTION, ANSWER, RUBRIC, TICKED, EVIDENCE, CLAIM, FIX };
enum { LIST = 0, PAGE = 1, LIST_WIDTH = 24, MAX_OPTIONS = 16, TEXT_BYTES = 64 << 10 };

struct questions {
    json_t *list;     /* as shown to this learner */
    json_t *answers;  /* {id: latest row of the database} */
    json_t *verdicts; /* {id: what curriculum_answer() said} */
    json_t *picked;   /* {id: [numbers]}: chosen of a multi, order of an order; for a display what diagnosis() has */
    int at;
    int told; /* a display was answered: the end of its page has the verdict */
    char writing[80]; /* the text question whose file is in the editor */
};

static const json_t *current(const struct questions *q)
{
    return json_array_get(q->list, (size_t)q->at);
}

static const char *kind_of(const json_t *question)
{
    return js_text(question, "kind");
}

static int is(const json_t *question, const char *kind)
{
    return !strcmp(kind_of(question), kind);
}

/* A text passes by nobody's word, whatever an older Ridge has kept. */
static const char *status_of(const struct questions *q, const json_t *question)
{
    if (rubric_is_text(question))
        return rubric_assessed(json_object_get(q->answers, js_text(question, "id"))) ? "BEGUN" : "PENDING";
    const char *s = js_text(json_object_get(q->answers, js_text(question, "id")), "status");
    return *s ? s : "PENDING";
}

/* ---- answering ------------------------------------------------------------------ */

static unsigned answered(struct view *v, const char *text, int tag);

/* As it was typed, with the cursor where nobody could read on. */
static void ask_again(struct view *v, const json_t *verdict, const char *text)
{
    const json_t *column = json_object_get(verdict, "column");
    screen_ask(v->scr, js_text(verdict, "message"), text, answered, 0);
    if (json_is_integer(column))
        screen_ask_at(v->scr, (int)json_integer_value(column));
}

/* The run that a kept answer was about; 0: about none. */
static int64_t about_attempt(const struct questions *q, const char *id)
{
    return (int64_t)js_number(json_object_get(json_object_get(q->answers, id), "params"), "attempt");
}

/* What can't be read is asked for again, or told; it is no attempt. Takes the verdict over. */
static void refuse(struct view *v, const json_t *question, const char *text, json_t *verdict)
{
    if (!is(question, "text") && !is(question, "choice"))
        ask_again(v, verdict, text);
    else
        screen_say(v->scr, STYLE_STRONG, "%s", js_text(verdict, "message"));
    json_decref(verdict);
}

static void keep_answer(struct view *v, const json_t *question, const char *text, const json_t *verdict)
{
    json_t *params = json_deep_copy(json_object_get(question, "params"));
    if (json_object_get(verdict, "attempt"))
        json_object_set(params, "attempt", json_object_get(verdict, "attempt"));
    if (v->app->db && db_answer_put(v->app->db, v->arg, own_rev(v->app, v->arg, question), js_text(question, "id"),
                                    params, *js_text(verdict, "given") ? js_text(verdict, "given") : text,
                                    js_text(verdict, "status"), NULL) != DB_OK)
        screen_say(v->scr, STYLE_BAD, "This answer was not recorded: %s", db_error(v->app->db));
    json_decref(params);
}

/* `ticks`: of a text, what it has of its rubric by its writer's word, NULL without one. */
static json_t *verdict_of(struct view *v, const json_t *question, const char *text, json_t *ticks, int record,
                          int *ret_lacks)
{
    const char *id = js_text(question, "id");
    json_t *given = ticks ? json_pack("{s:s s:O}", "text", text, "ticks", ticks) : json_string(text);
    uint64_t seed = (uint64_t)v->app->learner_seed;
    json_t *own = own_run(v->app, question, record ? 0 : about_attempt(v->data, id));
    json_t *verdict = !given                   ? NULL
                      : record || ticks || own ? curriculum_answer_own(v->app->cur, v->arg, id, seed, given, own)
                                               : curriculum_answer_again(v->app->cur, v->arg, id, seed, text);
    if (!verdict)
        screen_say(v->scr, STYLE_BAD, "%s", given ? curriculum_error(v->app->cur) : "That is not UTF-8 text.");
    *ret_lacks = json_object_get(own, "lack") != NULL;
    json_decref(own);
    json_decref(given);
    return verdict;
}

static void judge(struct view *v, const json_t *question, const char *text, json_t *ticks, int record)
{
    struct questions *q = v->data;
    int lacks;
    json_t *verdict = verdict_of(v, question, text, ticks, record, &lacks);
    bool invalid = verdict && !strcmp(js_text(verdict, "status"), "INVALID");
    if (!verdict || (invalid && !record)) {
        json_decref(verdict);
    } else if (invalid && !lacks) {
        refuse(v, question, text, verdict);
    } else { /* what a run lacks is told on the page, which has room for the command that helps */
        if (record && !invalid)
            keep_answer(v, question, text, verdict);
        json_object_set_new(q->verdicts, js_text(question, "id"), verdict);
    }
}

/* What was answered right on another day still has its worked solution. */
static void judge_again(struct view *v, const json_t *question)
{
    struct questions *q = v->data;
    const char *id = js_text(question, "id");
    const json_t *kept = json_object_get(q->answers, id);
    int text = is(question, "text");
    json_t *ticks = text ? rubric_ticks(kept, "self") : NULL;
    if (js_number(json_object_get(kept, "params"), "sitting") > 0)
        return; /* the numbers were those of a sitting, not this page's */
    if (!json_object_get(q->verdicts, id) && (text ? *js_text(kept, "text") : !strcmp(status_of(q, question), "PASS")))
        judge(v, question, js_text(kept, "text"), ticks, 0);
    json_decref(ticks);
}

static unsigned answered(struct view *v, const char *text, int tag)
{
    struct questions *q = v->data;
    (void)tag;
    if (text && *text && current(q))
        judge(v, current(q), text, NULL, 1);
    return VIEW_RELOAD;
}

static char *text_path(const struct view *v, const char *id)
{
    char *dir = NULL, *path = NULL;
    if (asprintf(&dir, "%s/answers", v->app->home) < 0)
        return NULL;
    if (mkdir(dir, 0700) && errno != EEXIST) {
        app_fail(v->app, APP_CONFIG, "%s: %s", dir, strerror(errno));
        free(dir);
        return NULL;
    }
    if (asprintf(&path, "%s/%s-%s.md", dir, v->arg, id) < 0)
        path = NULL;
    for (char *slash = path ? path + strlen(dir) + 1 : NULL; slash && (slash = strchr(slash, '/'));)
        *slash = '-'; /* a card's id is a path */
    free(dir);
    return path;
}

static void write_text(struct view *v, const json_t *question)
{
    struct questions *q = v->data;
    char *path = text_path(v, js_text(question, "id"));
    int fd = path ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
    if (fd < 0) {
        screen_say(v->scr, STYLE_BAD, "The text could not be kept: %s",
                   path ? strerror(errno) : v->app->error);
    } else {
        close(fd);
        snprintf(q->writing, sizeof q->writing, "%s", js_text(question, "id"));
        screen_edit(v->scr, path, 0);
    }
    free(path);
}

/* The editor has ended. */
static void read_text(struct view *v)
{
    struct questions *q = v->data;
    char *path = text_path(v, q->writing), *text = calloc(1, TEXT_BYTES + 1);
    FILE *f = path && text ? fopen(path, "r") : NULL;
    size_t n = f ? fread(text, 1, TEXT_BYTES, f) : 0;
    if (f)
        fclose(f);
    if (n && current(q) && !strcmp(js_text(current(q), "id"), q->writing))
        judge(v, current(q), text, NULL, 1);
    if (!curriculum_waits(v->app->cur))
        q->writing[0] = 0;
    free(text);
    free(path);
}

static json_t *picked(struct questions *q, const json_t *question)
{
    const char *id = js_text(question, "id");
    json_t *list = json_object_get(q->picked, id);
    if (list)
        return list;
    list = json_array();
    if (is(question, "order"))
        for (size_t k = 1; k <= json_array_size(json_object_get(question, "items")); k++)
            json_array_append_new(list, json_integer((json_int_t)k));
    json_object_set_new(q->picked, id, list);
    return list;
}

static long find_number(const json_t *list, int n)
{
    size_t k;
    const json_t *x;
    json_array_foreach(list, k, x)
        if (json_integer_value(x) == n)
            return (long)k;
    return -1;
}

/* What of the rubric is ticked: as it was kept, until it is changed here. */
static json_t *ticks_of(struct questions *q, const json_t *question)
{
    const char *id = js_text(question, "id");
    json_t *list = json_object_get(q->picked, id);
    if (!list) {
        list = rubric_ticks(json_object_get(q->answers, id), "self");
        list = list ? list : json_array();
        json_object_set_new(q->picked, id, list);
    }
    return list;
}

static void keep_ticks(struct view *v, const json_t *question)
{
    struct questions *q = v->data;
    const char *id = js_text(question, "id");
    json_t *ticks = ticks_of(q, question);
    if (v->app->db && rubric_keep(v->app, v->arg, question, "self", ticks) != APP_OK)
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    judge(v, question, js_text(json_object_get(q->answers, id), "text"), ticks, 0);
}

/* What is chosen of a display: {"lines": [numbers], "claim", "fix"}, each from 1. */
static json_t *diagnosis(struct questions *q, const json_t *question)
{
    json_t *now = json_object_get(q->picked, js_text(question, "id"));
    if (!now) {
        now = json_pack("{s:[]}", "lines");
        json_object_set_new(q->picked, js_text(question, "id"), now);
    }
    return now;
}

static unsigned submit_diagnosis(struct view *v, const json_t *question)
{
    const json_t *now = diagnosis(v->data, question), *x;
    int claim = (int)js_number(now, "claim"), fix = (int)js_number(now, "fix");
    char text[160] = "";
    size_t k, used = 0;
    json_array_foreach(json_object_get(now, "lines"), k, x)
        used += (size_t)snprintf(text + used, sizeof text - used, " %d", (int)json_integer_value(x));
    if (!claim || !fix || !used) {
        screen_say(v->scr, STYLE_STRONG, "Choose with Space %s, then press Enter.",
                   !claim  ? "what it is"
                   : !used ? "the lines that show it"
                           : "what is changed first");
        return VIEW_HANDLED;
    }
    char whole[200];
    ((struct questions *)v->data)->told = 1;
    snprintf(whole, sizeof whole, "%c;%s; %c", 'a' + claim - 1, text, 'A' + fix - 1);
    return answered(v, whole, 0);
}

static unsigned submit_list(struct view *v, const json_t *question)
{
    struct questions *q = v->data;
    char text[128] = "";
    size_t k, used = 0;
    const json_t *x;
    json_array_foreach(picked(q, question), k, x)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", k ? " " : "", (int)json_integer_value(x));
    if (!used) {
        screen_say(v->scr, STYLE_STRONG, "Choose with Space what belongs, then press Enter.");
        return VIEW_HANDLED;
    }
    return answered(v, text, 0);
}

static unsigned answer(struct view *v, const struct row *r)
{
    struct questions *q = v->data;
    const json_t *question = current(q);
    char label[300];
    if (!question)
        return VIEW_HANDLED;
    if (is(question, "text") && r && (r->kind == RUBRIC || r->kind == TICKED)) {
        keep_ticks(v, question);
        return VIEW_RELOAD;
    } else if (is(question, "text")) {
        json_object_del(q->picked, js_text(question, "id")); /* another text is ticked anew */
        write_text(v, question);
    } else if (is(question, "choice")) {
        char n[16];
        if (!r || r->kind != OPTION)
            return VIEW_HANDLED;
        snprintf(n, sizeof n, "%d", r->n);
        return answered(v, n, 0);
    } else if (is(question, "multi") || is(question, "order")) {
        return submit_list(v, question);
    } else if (is(question, "diagnose")) {
        return submit_diagnosis(v, question);
    } else if (is(question, "build")) {
        return answered(v, "done", 0); /* what the workbook holds is the answer */
    } else if (is(question, "table")) {
        screen_ask(v->scr, "rows split by ;", "", answered, 0);
    } else if (sketch_label(question)) {
        screen_ask(v->scr, sketch_label(question), "", answered, 0);
    } else {
        const char *unit = figure_unit(js_text(question, "unit"));
        snprintf(label, sizeof label, "%s%s%s", is(question, "expr") ? "formula" : "answer", *unit ? " in " : "", unit);
        screen_ask(v->scr, label, "", answered, 0);
    }
    return VIEW_HANDLED;
}

/* ---- facts ---------------------------------------------------------------------- */

static int questions_open(struct view *v)
{
    struct questions *q = v->data;
    q->verdicts = json_object();
    q->picked = json_object();
    q->list =
        curriculum_questions(v->app->cur, v->arg ? v->arg : "", (uint64_t)v->app->learner_seed);
    if (!q->list) {
        app_fail(v->app, APP_CONFIG, "The questions can't be read: %s",
                 curriculum_error(v->app->cur));
        return -1;
    }
    if (!json_array_size(q->list)) {
        app_fail(v->app, APP_USAGE, "There are no questions here.");
        return -1;
    }
    if (q->at < 0 || (size_t)q->at >= json_array_size(q->list))
        q->at = 0;
    v->npanes = 2;
    v->focus = PAGE;
    snprintf(v->title, sizeof v->title, "questions");
    return 0;
}

static void questions_close(struct view *v)
{
    struct questions *q = v->data;
    json_decref(q->list);
    json_decref(q->answers);
    json_decref(q->verdicts);
    json_decref(q->picked);
}

/* A text is judged by people alone: it counts apart, as the lab's page and the grade leave it out. */
static void tell_count(struct view *v)
{
    const struct questions *q = v->data;
    int right = 0, asked = 0, written = 0, texts = 0;
    size_t k;
    const json_t *x;
    json_array_foreach(q->list, k, x) {
        bool text = rubric_is_text(x);
        texts += text;
        asked += !text;
        written += text && rubric_assessed(json_object_get(q->answers, js_text(x, "id")));
        right += !text && !strcmp(status_of(q, x), "PASS");
    }
    if (texts)
        snprintf(v->right, sizeof v->right, "%d of %d right · %d of %d written", right, asked, written, texts);
    else
        snprintf(v->right, sizeof v->right, "%d of %d right", right, asked);
}

static int questions_load(struct view *v)
{
    struct questions *q = v->data;
    json_t *rows = NULL;
    size_t k;
    json_t *x;
    if (q->writing[0])
        read_text(v);
    json_decref(q->answers);
    q->answers = json_object();
    if (v->app->db && db_answers(v->app->db, v->arg, &rows) == DB_OK)
        app_mark_older(v->app, rows, "owner");
    json_array_foreach(rows, k, x)
        json_object_set(q->answers, js_text(x, "question"), x);
    json_decref(rows);
    tell_count(v);
    if (current(q))
        judge_again(v, current(q));
    return 0;
}

/* ---- rows ----------------------------------------------------------------------- */

static void questions_layout(struct view *v, int y, int x, int h, int w)
{
    int beside = w >= 72;
    v->pane[LIST].hidden = !beside;
    pane_place(&v->pane[LIST], y, x, h, LIST_WIDTH);
    pane_place(&v->pane[PAGE], y, x + (beside ? LIST_WIDTH : 0), h, w - (beside ? LIST_WIDTH : 0));
    if (!beside)
        v->focus = PAGE;
}

static void fill_options(struct questions *q, struct pane *p, const json_t *question)
{
    const json_t *items = json_object_get(question, "items"), *x;
    size_t k;
    int head = is(question, "multi") ? 4 : 5; /* what draw_option() puts before the text */
    if (is(question, "order")) {
        json_array_foreach(picked(q, question), k, x) {
            int n = (int)json_integer_value(x);
            const json_t *item = json_array_get(items, (size_t)n - 1);
            pane_item(p, OPTION, n, head, item, json_string_value(item));
        }
        return;
    }
    json_array_foreach(json_object_get(question, "options"), k, x)
        pane_item(p, OPTION, (int)k + 1, head, x, json_string_value(x));
}

static void fill_choices(struct pane *p, int row, const char *what, const json_t *list)
{
    size_t k;
    const json_t *x;
    pane_blank(p);
    pane_wrap(p, STYLE_DIM, 0, what);
    json_array_foreach(list, k, x)
        pane_item(p, row, (int)k + 1, 7, x, json_string_value(x));
}

/* A display: where its figures are from, its lines, and what may be said of them. */
static void fill_display(struct pane *p, const json_t *question)
{
    size_t k;
    const json_t *x;
    pane_wrap(p, STYLE_DIM, 0, js_text(question, "from"));
    if (*js_text(question, "title"))
        pane_wrap(p, STYLE_STRONG, 0, js_text(question, "title"));
    json_array_foreach(json_object_get(question, "lines"), k, x)
        pane_item(p, EVIDENCE, (int)k + 1, 7, x, json_string_value(x));
    fill_choices(p, CLAIM, "What is it?", json_object_get(question, "claims"));
    fill_choices(p, FIX, "What is changed first?", json_object_get(question, "fixes"));
    pane_blank(p);
}

static void fill_table(struct pane *p, const json_t *question)
{
    size_t k;
    const json_t *x;
    char line[512] = "columns:";
    json_array_foreach(json_object_get(question, "columns"), k, x) {
        size_t n = strlen(line);
        snprintf(line + n, sizeof line - n, "%s %s", k ? " |" : "", json_string_value(x));
    }
    pane_wrap(p, STYLE_DIM, 0, line);
    json_array_foreach(json_object_get(question, "rows"), k, x)
        pane_hang(p, STYLE_TEXT, 2, "", json_string_value(x));
    pane_blank(p);
}

static const char *how_to_answer(const json_t *question)
{
    return is(question, "choice")  ? "Enter chooses"
           : is(question, "multi") ? "Space chooses, Enter answers"
           : is(question, "order") ? "J and K move an item, Enter answers"
           : is(question, "text")  ? "Enter opens your editor"
           : is(question, "diagnose") ? "Space chooses claim, lines and fix, Enter answers"
           : is(question, "expr")  ? "Enter to type a formula"
           : is(question, "build") ? "Enter looks whether it is done"
                                   : "Enter to answer";
}

/* A bare number of a choice is from the time when every page had the same order: it says nothing on this one. */
static void last_answer(char *ret, size_t n, const json_t *question, const char *text)
{
    if (json_array_size(json_object_get(question, "options")) && !text[strspn(text, "0123456789, ")])
        snprintf(ret, n, "Your last answer was not right.");
    else
        snprintf(ret, n, "Your last answer was %.300s; it was not right.", text);
}

static void fill_verdict(struct view *v, struct pane *p, const json_t *question)
{
    struct questions *q = v->data;
    const json_t *verdict = json_object_get(q->verdicts, js_text(question, "id"));
    const json_t *given = json_object_get(q->answers, js_text(question, "id")), *x;
    char line[700], words[RUBRIC_WORDS];
    size_t k;
    if (!verdict) {
        if (*js_text(given, "text") && is(question, "build")) {
            pane_wrap(p, STYLE_DIM, 0, js_text(given, "text"));
        } else if (*js_text(given, "text") && !is(question, "text")) {
            last_answer(line, sizeof line, question, js_text(given, "text"));
            pane_wrap(p, STYLE_DIM, 0, line);
        }
        return;
    }
    rubric_words(given, words, sizeof words);
    *words = (char)toupper((unsigned char)*words);
    snprintf(line, sizeof line, "%s %.600s", status_sign(js_text(verdict, "status")),
             *words ? words : js_text(verdict, "message"));
    pane_wrap(p, status_style(js_text(verdict, "status")), 0, line);
    if (*js_text(verdict, "hint")) {
        pane_blank(p);
        pane_prose(p, 2, js_text(verdict, "hint"));
    }
    sketch_fill(p, verdict, screen_ascii(v->scr));
    json_array_foreach(json_object_get(verdict, "rubric"), k, x)
        pane_item(p, RUBRIC, (int)k + 1, 4, x, json_string_value(x));
    if (k)
        pane_add(p, TICKED, 0)->item = question;
    if ((*words || !strcmp(js_text(verdict, "status"), "PASS")) && *js_text(verdict, "worked")) {
        pane_blank(p);
        pane_prose(p, 2, js_text(verdict, "worked"));
    }
}

static void fill_revision(struct view *v, struct pane *p, const json_t *question)
{
    const json_t *given = json_object_get(((struct questions *)v->data)->answers, js_text(question, "id"));
    char line[80];
    if (!json_is_true(json_object_get(given, "older")))
        return;
    snprintf(line, sizeof line, "Your answer was given to revision %d of the lab.", (int)js_number(given, "rev"));
    pane_wrap(p, STYLE_DIM, 0, line);
    pane_blank(p);
}

static void fill_page(struct view *v, struct pane *p)
{
    struct questions *q = v->data;
    const json_t *question = current(q);
    char right[64];
    if (!question)
        return;
    snprintf(right, sizeof right, "%d of %zu", q->at + 1, json_array_size(q->list));
    if (v->pane[LIST].hidden)
        pane_head(p, js_text(question, "id"), right);
    else
        pane_head(p, right, NULL); /* the question's name is marked in the list */
    pane_blank(p);
    pane_prose(p, 0, js_text(question, "ask"));
    pane_blank(p);
    if (is(question, "table"))
        fill_table(p, question);
    if (is(question, "diagnose"))
        fill_display(p, question);
    if (*js_text(question, "about")) {
        pane_wrap(p, STYLE_DIM, 0, js_text(question, "about"));
        pane_blank(p);
    }
    if (*js_text(question, "names")) {
        pane_hang(p, STYLE_DIM, 2, "names: ", js_text(question, "names"));
        pane_blank(p);
    }
    fill_options(q, p, question);
    if (!is(question, "choice") && !is(question, "multi") && !is(question, "order") && !is(question, "diagnose"))
        pane_add(p, ANSWER, 0)->item = question;
    else
        pane_text(p, STYLE_DIM, 0, "%s", how_to_answer(question));
    pane_blank(p);
    fill_revision(v, p, question);
    fill_verdict(v, p, question);
}

static void questions_fill(struct view *v)
{
    struct questions *q = v->data;
    size_t k;
    const json_t *x;
    json_array_foreach(q->list, k, x)
        pane_add(&v->pane[LIST], QUESTION, (int)k)->item = x;
    pane_mark(&v->pane[LIST], QUESTION, q->at);
    fill_page(v, &v->pane[PAGE]);
    if (q->told && json_object_get(q->verdicts, js_text(current(q), "id"))) {
        long over = (long)v->pane[PAGE].n - v->pane[PAGE].h;
        v->pane[PAGE].cursor = -1;
        v->pane[PAGE].top = over > 0 ? over : 0;
        q->told = 0;
    }
}

static void draw_option(struct questions *q, const struct row *r, struct pen *p)
{
    const json_t *question = current(q),
                 *verdict = json_object_get(q->verdicts, js_text(question, "id"));
    long at = find_number(picked(q, question), r->n);
    if (is(question, "order")) {
        pen_number(p, STYLE_DIM, 3, "%ld", at + 1);
        pen_put(p, STYLE_TEXT, "  ");
    } else if (is(question, "multi")) {
        pen_put(p, at >= 0 ? STYLE_ACCENT : STYLE_DIM, at >= 0 ? "[x] " : "[ ] ");
    } else {
        int right = verdict && !strcmp(js_text(verdict, "expected"), json_string_value(r->item));
        pen_put(p, right ? STYLE_ACCENT : STYLE_DIM, right ? "✓ " : "  ");
        pen_fmt(p, STYLE_DIM, "%d  ", r->n);
    }
    pen_put(p, STYLE_TEXT, r->text);
}

static void draw_of_display(struct questions *q, const struct row *r, struct pen *p)
{
    const json_t *now = diagnosis(q, current(q));
    int chosen = r->kind == EVIDENCE ? find_number(json_object_get(now, "lines"), r->n) >= 0
                 : r->kind == CLAIM  ? (int)js_number(now, "claim") == r->n
                                     : (int)js_number(now, "fix") == r->n;
    const char *left = r->kind == EVIDENCE ? "[" : "(", *right = r->kind == EVIDENCE ? "]" : ")";
    pen_fmt(p, chosen ? STYLE_ACCENT : STYLE_DIM, "%s%s%s", left, chosen ? "x" : " ", right);
    if (r->kind == EVIDENCE)
        pen_fmt(p, STYLE_DIM, "%2d  ", r->n);
    else
        pen_fmt(p, STYLE_DIM, " %c  ", (r->kind == CLAIM ? 'a' : 'A') + r->n - 1);
    pen_put(p, STYLE_TEXT, r->text);
}

static void questions_draw(struct view *v, const struct row *r, struct pen *p)
{
    struct questions *q = v->data;
    switch (r->kind) {
    case QUESTION:
        pen_status(p, status_of(q, r->item));
        pen_put(p, STYLE_TEXT, " ");
        pen_put(p, r->n == q->at ? STYLE_STRONG : STYLE_TEXT, js_text(r->item, "id"));
        break;
    case RUBRIC: {
        int has = find_number(ticks_of(q, current(q)), r->n) >= 0;
        pen_put(p, has ? STYLE_ACCENT : STYLE_DIM, has ? "[x] " : "[ ] ");
        pen_put(p, STYLE_TEXT, r->text); /* the first line: pane_item() laid the others out */
        break;
    }
    case TICKED:
        pen_put(p, STYLE_ACCENT, "Space ticks what your text has, Enter keeps the ticks");
        break;
    case OPTION:
        draw_option(q, r, p);
        break;
    case EVIDENCE:
    case CLAIM:
    case FIX:
        draw_of_display(q, r, p);
        break;
    default:
        pen_put(p, STYLE_ACCENT, how_to_answer(r->item));
        if (*figure_unit(js_text(r->item, "unit")))
            pen_fmt(p, STYLE_DIM, is(r->item, "expr") ? " for what is measured in %s" : ", with its unit: %s",
                    figure_unit(js_text(r->item, "unit")));
    }
}

/* ---- keys ----------------------------------------------------------------------- */

static unsigned go(struct view *v, int to)
{
    struct questions *q = v->data;
    int n = (int)json_array_size(q->list);
    q->at = to < 0 ? 0 : to >= n ? n - 1 : to;
    v->pane[PAGE].top = 0;
    v->pane[PAGE].cursor = -1;
    return VIEW_RELOAD;
}

static unsigned shift(struct view *v, const struct row *r, int way)
{
    struct questions *q = v->data;
    const json_t *question = current(q);
    if (!question || !is(question, "order") || !r || r->kind != OPTION)
        return VIEW_HANDLED;
    json_t *list = picked(q, question), *x;
    long at = find_number(list, r->n), to = at + way;
    if (at < 0 || to < 0 || to >= (long)json_array_size(list))
        return VIEW_HANDLED;
    x = json_incref(json_array_get(list, (size_t)at));
    json_array_remove(list, (size_t)at);
    json_array_insert_new(list, (size_t)to, x);
    return VIEW_FILL;
}

static void toggle_number(json_t *list, int n)
{
    long at = find_number(list, n);
    if (at >= 0)
        json_array_remove(list, (size_t)at);
    else
        json_array_append_new(list, json_integer(n));
}

static unsigned toggle_display(struct questions *q, const struct row *r)
{
    json_t *now = diagnosis(q, current(q));
    if (r->kind == EVIDENCE)
        toggle_number(json_object_get(now, "lines"), r->n);
    else
        json_object_set_new(now, r->kind == CLAIM ? "claim" : "fix", json_integer(r->n));
    return VIEW_FILL;
}

static unsigned toggle(struct view *v, const struct row *r)
{
    struct questions *q = v->data;
    const json_t *question = current(q);
    if (question && r && (r->kind == EVIDENCE || r->kind == CLAIM || r->kind == FIX))
        return toggle_display(q, r);
    int rubric = r && r->kind == RUBRIC;
    if (!question || !r || (!rubric && (!is(question, "multi") || r->kind != OPTION)))
        return VIEW_HANDLED;
    toggle_number(rubric ? ticks_of(q, question) : picked(q, question), r->n);
    return VIEW_FILL;
}

static unsigned questions_request(struct view *v, enum action a, struct row *r)
{
    struct questions *q = v->data;
    switch (a) {
    case ACTION_OPEN:
        if (v->focus == LIST) {
            v->focus = PAGE;
            return VIEW_HANDLED;
        }
        return r && r->line ? VIEW_IGNORED : answer(v, r);
    case ACTION_TICK:
        return toggle(v, r);
    case ACTION_EARLIER:
    case ACTION_LATER:
        return shift(v, r, a == ACTION_LATER ? 1 : -1);
    case ACTION_NEXT:
    case ACTION_PREV:
        return go(v, q->at + (a == ACTION_NEXT ? 1 : -1));
    default:
        return VIEW_IGNORED;
    }
}

static unsigned questions_moved(struct view *v)
{
    struct questions *q = v->data;
    const struct row *r = v->focus == LIST ? pane_row(&v->pane[LIST]) : NULL;
    return r && r->n != q->at ? go(v, r->n) : VIEW_HANDLED;
}

static void questions_keep(struct view *v, json_t *place)
{
    struct questions *q = v->data;
    json_object_set_new(place, "at", json_integer(q->at));
}

static void questions_restore(struct view *v, json_t *place)
{
    struct questions *q = v->data;
    q->at = (int)js_number(place, "at"); /* open() has yet to see how many there are */
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_TICK, ACTION_NEXT, ACTION_PANE, 0};

const struct view_ops view_questions = {
    .name = "questions",
    .groups = GROUP_QUESTIONS | GROUP_WIDE,
    .bar = bar,
    .size = sizeof(struct questions),
    .open = questions_open,
    .close = questions_close,
    .load = questions_load,
    .layout = questions_layout,
    .fill = questions_fill,
    .draw = questions_draw,
    .request = questions_request,
    .moved = questions_moved,
    .keep = questions_keep,
    .restore = questions_restore,
};
