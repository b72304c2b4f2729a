/* interview.c: see interview.h. */
#define _GNU_SOURCE
#include "interview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chapter.h"
#include "facts.h"
#include "review_deck.h"
#include "rubric.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { SEEDS = 4, MINUTE = 60000, PAST = 1000 };
static const char looked[] = "open book";

static uint64_t mix(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* ---- what is asked ---------------------------------------------------------------- */

const json_t *interview_chapter(struct app *a, const char *name)
{
    char id[32];
    if (!strncmp(name, "deep/", 5))
        name += 5;
    snprintf(id, sizeof id, "deep/%c%.20s", *name == 'D' ? 'd' : *name, *name ? name + 1 : "");
    const json_t *card = js_row(curriculum_cards(a->cur), "id", id);
    if (!card || !chapter_is(card)) {
        app_fail(a, APP_USAGE, "There is no deep dive \"%.40s\". `ridge list` has them: d07, say.", name);
        return NULL;
    }
    return card;
}

json_t *interview_chapters(struct app *a, const char *track, const struct facts *facts, bool complete)
{
    const json_t *t = js_row(curriculum_tracks(a->cur), "id", track), *step, *name;
    json_t *ret = json_array();
    struct chapter_facts f;
    size_t k, q;
    char id[32];
    json_array_foreach(json_object_get(t, "steps"), k, step)
        json_array_foreach(json_object_get(step, "deep"), q, name) {
            snprintf(id, sizeof id, "deep/%.20s", json_string_value(name));
            json_t *card = js_row(curriculum_cards(a->cur), "id", id);
            if (!card)
                continue;
            chapter_facts(facts, card, &f);
            if (f.complete || !complete)
                json_array_append(ret, card);
        }
    return ret;
}

static json_t *complete_of(struct app *a, const char *track)
{
    struct facts facts = { 0 };
    facts_load(&facts, a);
    json_t *ret = interview_chapters(a, track, &facts, true);
    facts_free(&facts);
    return ret;
}

/* The same until a sitting begins: what waits for the curriculum comes back for the same seeds. */
static uint64_t next_sitting(struct app *a)
{
    json_t *last = NULL;
    uint64_t n = 1;
    if (db_sittings(a->db, 1, &last) == DB_OK)
        n += (uint64_t)js_number(json_array_get(last, 0), "id");
    json_decref(last);
    return n;
}

json_t *interview_draw(struct app *a, const char *track, int chapters)
{
    if (!js_row(curriculum_tracks(a->cur), "id", track)) {
        app_fail(a, APP_USAGE, "There is no track \"%.40s\". `ridge map` names them.", track);
        return NULL;
    }
    json_t *all = complete_of(a, track), *ret = json_array();
    uint64_t state = (uint64_t)a->learner_seed ^ next_sitting(a) * UINT64_C(0xd1b54a32d192ed03);
    if (json_array_size(all) < (size_t)chapters) {
        app_fail(a, APP_USAGE, "%zu of the deep dives of %s are complete, and %d are to be drawn; `ridge list` says "
                 "what each still wants.", json_array_size(all), track, chapters);
        json_decref(all);
        json_decref(ret);
        return NULL;
    }
    for (int k = 0; k < chapters; k++) {
        size_t at = (size_t)(mix(&state) % json_array_size(all));
        json_array_append(ret, json_array_get(all, at));
        json_array_remove(all, at);
    }
    json_decref(all);
    return ret;
}

/* Not at a desk: code to be built, and figures of the learner's own runs. */
static bool is_asked(const json_t *question)
{
    return strcmp(js_text(question, "kind"), "build") && strcmp(js_text(question, "kind"), "measured");
}

/* Appends the questions that a machine judges, or the texts; NULL-safe. */
static void add_questions(json_t *to, const json_t *card, bool texts)
{
    size_t k;
    const json_t *q;
    json_array_foreach(json_object_get(card, "questions"), k, q)
        if (is_asked(q) && rubric_is_text(q) == texts)
            json_array_append_new(to, json_pack("{s:O s:O s:O}", "owner", json_object_get(card, "id"), "question",
                                                json_object_get(q, "id"), "kind", json_object_get(q, "kind")));
}

/* In an order of the sitting's own, the texts behind all else. */
static json_t *questions_of(const json_t *chapters, uint64_t seed)
{
    json_t *drawn = json_array(), *left = json_array();
    size_t k;
    const json_t *card;
    json_array_foreach(chapters, k, card)
        add_questions(left, card, false);
    while (json_array_size(left)) {
        size_t at = (size_t)(mix(&seed) % json_array_size(left));
        json_array_append(drawn, json_array_get(left, at));
        json_array_remove(left, at);
    }
    json_array_foreach(chapters, k, card)
        add_questions(drawn, card, true);
    json_decref(left);
    return drawn;
}

/* How many questions of an owner have other parameters by `seed` than on the learner's own page; -1: not known yet. */
static int other_numbers(struct app *a, const char *owner, uint64_t seed)
{
    json_t *mine = curriculum_questions(a->cur, owner, (uint64_t)a->learner_seed),
           *here = mine ? curriculum_questions(a->cur, owner, seed) : NULL, *q;
    size_t k;
    int n = here ? 0 : -1;
    json_array_foreach(here, k, q)
        n += !json_equal(json_object_get(q, "params"),
                         json_object_get(js_row(mine, "id", js_text(q, "id")), "params"));
    json_decref(mine);
    json_decref(here);
    return n;
}

/* The seed of some that changes the most; 0: the curriculum waits, or has an error. */
static uint64_t seed_for(struct app *a, const json_t *chapters)
{
    uint64_t state = (uint64_t)a->learner_seed ^ next_sitting(a) * UINT64_C(0x9e3779b97f4a7c15), best = 0;
    int most = -1;
    for (int k = 0; k < SEEDS; k++) {
        uint64_t seed = mix(&state) >> 1 | 1;
        size_t q;
        const json_t *card;
        int n = 0, one;
        json_array_foreach(chapters, q, card) {
            if ((one = other_numbers(a, js_text(card, "id"), seed)) < 0)
                return 0;
            n += one;
        }
        if (n > most) {
            most = n;
            best = seed;
        }
    }
    return best;
}

enum app_exit interview_begin(struct app *a, const char *scope, const json_t *chapters, int minutes)
{
    uint64_t seed = seed_for(a, chapters);
    if (!seed)
        return app_fail(a, APP_CONFIG, "The exercises can't be read: %s", curriculum_error(a->cur));
    json_t *questions = questions_of(chapters, seed);
    enum app_exit code = APP_OK;
    if (!json_array_size(questions))
        code = app_fail(a, APP_USAGE, "%s has no exercises that can be answered at a desk.", scope);
    else if (db_sitting_begin(a->db, scope, questions, minutes, (int64_t)seed, NULL) != DB_OK)
        code = app_fail(a, APP_CONFIG, "The sitting did not begin: %s", db_error(a->db));
    json_decref(questions);
    return code;
}

/* ---- while it is taken ------------------------------------------------------------ */

json_t *interview_open(struct app *a)
{
    json_t *sitting = NULL;
    return a->db && db_sitting_open(a->db, &sitting) == DB_OK ? sitting : NULL;
}

size_t interview_at(const json_t *sitting)
{
    return json_array_size(json_object_get(sitting, "answers"));
}

size_t interview_size(const json_t *sitting)
{
    return json_array_size(json_object_get(sitting, "questions"));
}

int64_t interview_left(const json_t *sitting, int64_t now)
{
    int64_t all = (int64_t)js_number(sitting, "minutes") * MINUTE;
    return all ? (int64_t)js_number(sitting, "when") + all - now : -1;
}

bool interview_over(const json_t *sitting, int64_t now)
{
    return js_number(sitting, "minutes") > 0 && interview_left(sitting, now) <= 0;
}

static const json_t *question_at(const json_t *sitting, size_t at)
{
    return json_array_get(json_object_get(sitting, "questions"), at);
}

static uint64_t seed_of(const json_t *sitting)
{
    return (uint64_t)json_integer_value(json_object_get(sitting, "seed"));
}

json_t *interview_front(struct app *a, const json_t *sitting, size_t at)
{
    const json_t *q = question_at(sitting, at);
    json_t *all = curriculum_questions(a->cur, js_text(q, "owner"), seed_of(sitting));
    json_t *front = json_incref(js_row(all, "id", js_text(q, "question")));
    json_decref(all);
    if (!front)
        app_fail(a, APP_CONFIG, "%s of %s can't be asked: %s", js_text(q, "question"), js_text(q, "owner"),
                 curriculum_error(a->cur));
    return front;
}

/* Since the answer before, or since the sitting began. */
static int64_t spent(const json_t *sitting, int64_t now)
{
    int64_t since = (int64_t)js_number(sitting, "when");
    size_t k;
    const json_t *x;
    json_array_foreach(json_object_get(sitting, "answers"), k, x)
        since += (int64_t)js_number(x, "ms");
    return now > since ? now - since : 0;
}

static enum app_exit keep_try(struct app *a, const json_t *sitting, const json_t *front, const char *text,
                              const json_t *verdict)
{
    int64_t id = (int64_t)js_number(sitting, "id"), answer = 0;
    int n = (int)interview_at(sitting);
    const char *owner = js_text(question_at(sitting, (size_t)n), "owner");
    json_t *params = json_deep_copy(json_object_get(front, "params"));
    params = params ? params : json_object();
    json_object_set_new(params, "sitting", json_integer(id));
    enum db_status s = db_begin(a->db);
    if (s == DB_OK && verdict)
        s = db_answer_put(a->db, owner, 0, js_text(front, "id"), params,
                          *js_text(verdict, "given") ? js_text(verdict, "given") : text, js_text(verdict, "status"),
                          &answer);
    if (s == DB_OK)
        s = db_sitting_answer(a->db, id, n, answer, spent(sitting, app_now()));
    if (s == DB_OK)
        s = db_commit(a->db);
    enum app_exit code =
        s == DB_OK ? APP_OK : app_fail(a, APP_CONFIG, "This answer was not recorded: %s", db_error(a->db));
    db_rollback(a->db);
    json_decref(params);
    return code;
}

/* Right is "good", wrong is "again"; what only people judge is no card. */
static void review(struct app *a, const char *owner, const json_t *front, const char *text, const char *status)
{
    json_t *deck = review_deck_load(a),
           *card = json_pack("{s:s s:s s:s s:s}", "kind", "question", "owner", owner, "key", js_text(front, "id"),
                             "title", js_text(front, "id"));
    const json_t *had = review_deck_find(deck, card);
    bool right = !strcmp(status, "PASS");
    if (review_deck_grade(a, had ? had : card, front, right ? FSRS_GOOD : FSRS_AGAIN, text, right ? "PASS" : "FAIL",
                          app_now()) != APP_OK)
        snprintf(a->notice, sizeof a->notice, "%.400s", a->error);
    json_decref(deck);
    json_decref(card);
}

enum app_exit interview_try(struct app *a, const json_t *sitting, const json_t *front, const char *text)
{
    const char *owner = js_text(question_at(sitting, interview_at(sitting)), "owner");
    if (interview_over(sitting, app_now()))
        return app_fail(a, APP_FAILED, "The time is over; this answer was not taken.");
    if (!*text)
        return keep_try(a, sitting, front, text, NULL);
    json_t *given = json_string(text), *v = NULL;
    if (!given)
        return app_fail(a, APP_USAGE, "That is not UTF-8 text.");
    v = curriculum_answer(a->cur, owner, js_text(front, "id"), seed_of(sitting), given, false);
    json_decref(given);
    if (!v || !strcmp(js_text(v, "status"), "INVALID")) {
        app_fail(a, APP_USAGE, "%s", v ? js_text(v, "message") : curriculum_error(a->cur));
        json_decref(v);
        return APP_USAGE;
    }
    enum app_exit code = keep_try(a, sitting, front, text, v);
    if (code == APP_OK && !rubric_is_text(front))
        review(a, owner, front, review_deck_kept(v, text), js_text(v, "status"));
    json_decref(v);
    return code;
}

/* Was a page opened since the sitting began? */
static bool was_opened(struct app *a, const json_t *sitting)
{
    json_t *events = NULL;
    bool yes = db_events(a->db, looked, 1, &events) == DB_OK &&
               js_number(json_array_get(events, 0), "when") >= js_number(sitting, "when") && json_array_size(events);
    json_decref(events);
    return yes;
}

enum app_exit interview_end(struct app *a, const json_t *sitting, const char *how)
{
    int of = 0, solved = 0;
    size_t k;
    const json_t *x;
    json_array_foreach(json_object_get(sitting, "questions"), k, x)
        of += strcmp(js_text(x, "kind"), "text") != 0;
    json_array_foreach(json_object_get(sitting, "answers"), k, x)
        solved += !strcmp(js_text(x, "status"), "PASS");
    bool passed = strcmp(how, "aborted") && solved && solved >= of - 1;
    if (db_sitting_end(a->db, (int64_t)js_number(sitting, "id"), how, solved, of, was_opened(a, sitting), passed) !=
        DB_OK)
        return app_fail(a, APP_CONFIG, "The end of the sitting was not recorded: %s", db_error(a->db));
    return APP_OK;
}

bool interview_looked(struct app *a, const char *what)
{
    json_t *sitting = interview_open(a), *data = json_pack("{s:s}", "what", what);
    bool open = sitting && !interview_over(sitting, app_now());
    if (open && db_event(a->db, looked, js_text(sitting, "scope"), data) != DB_OK)
        snprintf(a->notice, sizeof a->notice, "%.400s", db_error(a->db));
    json_decref(data);
    json_decref(sitting);
    return open;
}

/* ---- afterwards ------------------------------------------------------------------- */

void interview_words(const json_t *r, char *ret, size_t n)
{
    int texts = (int)js_number(r, "texts"), of = (int)js_number(r, "of");
    double minutes = (js_number(r, "end") - js_number(r, "when")) / MINUTE;
    bool open = json_is_true(json_object_get(r, "open_book"));
    size_t used = (size_t)snprintf(ret, n, "%s: %.0f of %d", open ? "open book" : "solved cold",
                                   js_number(r, "solved"), of);
    if (texts && used < n)
        used += (size_t)snprintf(ret + used, n - used, " and %d text%s", texts, texts == 1 ? "" : "s");
    if (texts && js_number(r, "items") > 0 && used < n)
        used += (size_t)snprintf(ret + used, n - used, " (%.0f of %.0f points ticked)", js_number(r, "has"),
                                 js_number(r, "items"));
    if (used < n)
        used += (size_t)snprintf(ret + used, n - used, ", %.0f min", minutes);
    const char *how = js_text(r, "how");
    if (used < n && strcmp(how, "done"))
        snprintf(ret + used, n - used, !strcmp(how, "time") ? ", the time was over" : ", aborted");
}

static json_t *row_of(const json_t *question, const json_t *answer, const json_t *solved)
{
    const char *status = js_text(answer, "status");
    return json_pack("{s:O s:O s:O s:s s:f s:s s:O? s:O? s:O? s:I}", "owner", json_object_get(question, "owner"),
                     "question", json_object_get(question, "question"), "kind", json_object_get(question, "kind"),
                     "status", *status ? status : "SKIPPED", "ms", js_number(answer, "ms"), "text",
                     js_text(answer, "text"), "expected", json_object_get(solved, "expected"), "worked",
                     json_object_get(solved, "worked"), "rubric", json_object_get(solved, "rubric"), "answer",
                     (json_int_t)js_number(answer, "answer"));
}

/* What the learner ticked in a text of the sitting, if the text is still the latest of its question. */
static void add_ticks(struct app *a, json_t *result, json_t *row)
{
    json_t *last = NULL;
    char words[RUBRIC_WORDS] = "";
    int has = 0, of = 0;
    if (strcmp(js_text(row, "kind"), "text") || !js_number(row, "answer"))
        return;
    if (db_answer_latest(a->db, js_text(row, "owner"), js_text(row, "question"), &last) == DB_OK &&
        js_number(last, "id") == js_number(row, "answer")) {
        rubric_told(last, "self", &has, &of);
        rubric_words(last, words, sizeof words);
    }
    json_object_set_new(row, "assessed", json_string(words));
    json_object_set_new(result, "texts", json_integer((json_int_t)js_number(result, "texts") + 1));
    json_object_set_new(result, "has", json_integer((json_int_t)js_number(result, "has") + has));
    json_object_set_new(result, "items", json_integer((json_int_t)js_number(result, "items") + of));
    json_decref(last);
}

/* {owner: curriculum_solved()} by the sitting's seed; NULL while one is not there. */
static json_t *all_solved(struct app *a, const json_t *sitting)
{
    json_t *ret = json_object();
    size_t k;
    const json_t *q;
    json_array_foreach(json_object_get(sitting, "questions"), k, q) {
        const char *owner = js_text(q, "owner");
        if (json_object_get(ret, owner))
            continue;
        json_t *solved = curriculum_solved(a->cur, owner, seed_of(sitting));
        if (!solved) {
            app_fail(a, APP_CONFIG, "%s", curriculum_error(a->cur));
            json_decref(ret);
            return NULL;
        }
        json_object_set_new(ret, owner, solved);
    }
    return ret;
}

json_t *interview_result(struct app *a, int64_t id)
{
    json_t *sitting = NULL, *solved, *rows;
    char words[INTERVIEW_WORDS];
    size_t k;
    const json_t *q;
    if (db_sitting_get(a->db, id, &sitting) != DB_OK) {
        app_fail(a, APP_CONFIG, "The sitting can't be read: %s", db_error(a->db));
        return NULL;
    }
    if (!(solved = all_solved(a, sitting))) {
        json_decref(sitting);
        return NULL;
    }
    rows = json_array();
    json_array_foreach(json_object_get(sitting, "questions"), k, q) {
        const json_t *answer = json_array_get(json_object_get(sitting, "answers"), k);
        json_t *row = row_of(q, answer, js_row(json_object_get(solved, js_text(q, "owner")), "id",
                                               js_text(q, "question")));
        add_ticks(a, sitting, row);
        json_array_append_new(rows, row);
    }
    json_object_del(sitting, "questions");
    json_object_del(sitting, "answers");
    json_object_set_new(sitting, "rows", rows);
    interview_words(sitting, words, sizeof words);
    json_object_set_new(sitting, "words", json_string(words));
    json_decref(solved);
    return sitting;
}

enum app_exit interview_tick(struct app *a, const json_t *row, const json_t *has)
{
    if (db_rubric_put(a->db, (int64_t)js_number(row, "answer"), "self", has,
                      (int)json_array_size(json_object_get(row, "rubric"))) != DB_OK)
        return app_fail(a, APP_CONFIG, "The ticks were not kept: %s", db_error(a->db));
    return APP_OK;
}

json_t *interview_past(struct app *a)
{
    json_t *rows = NULL, *row;
    size_t k, q;
    const json_t *x;
    char words[INTERVIEW_WORDS];
    if (db_sittings(a->db, PAST, &rows) != DB_OK) {
        app_fail(a, APP_CONFIG, "The sittings can't be read: %s", db_error(a->db));
        return NULL;
    }
    json_array_foreach(rows, k, row) {
        int texts = 0;
        json_array_foreach(json_object_get(row, "questions"), q, x)
            texts += !strcmp(js_text(x, "kind"), "text");
        json_object_set_new(row, "texts", json_integer(texts));
        interview_words(row, words, sizeof words);
        json_object_set_new(row, "words", json_string(*js_text(row, "how") ? words : "open"));
        json_object_del(row, "seed");
    }
    return rows;
}
