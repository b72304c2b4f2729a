/* review_deck.c: cards out of ticks, answers and reviews of the workbook. */
#define _GNU_SOURCE
#include "review_deck.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "day.h"
#include "runner/base/js.h"

void review_deck_when(char *ret, size_t n, int64_t due, int64_t now)
{
    long long days = (long long)(day_of(due) - day_of(now));
    if (days < 0)
        snprintf(ret, n, days == -1 ? "yesterday" : "%lld days ago", -days);
    else if (days < 2)
        snprintf(ret, n, days ? "tomorrow" : "today");
    else
        snprintf(ret, n, "in %lld days", days);
}

/* ---- the cards ------------------------------------------------------------------ */

static int week_of(const char *owner)
{
    return owner[0] == 'w' && strlen(owner) == 3 && isdigit((unsigned char)owner[1]) &&
                   isdigit((unsigned char)owner[2])
               ? atoi(owner + 1)
               : 0;
}

static const json_t *brief_of(struct app *a, const char *owner)
{
    int week = week_of(owner);
    if (strchr(owner, '/'))
        return js_row(curriculum_cards(a->cur), "id", owner);
    return week ? curriculum_week(a->cur, week) : curriculum_brief(a->cur, owner);
}

/* The card's title in a list; 0 when the curriculum no longer has the card's idea or question, or the question asks
 * for a text. */
static int title_of(struct app *a, const char *kind, const char *owner, const char *key, char *ret, size_t n)
{
    const json_t *brief = brief_of(a, owner);
    int idea = !strcmp(kind, "concept");
    const json_t *x = js_row(json_object_get(brief, idea ? "concepts" : "questions"), "id", key);
    /* a text has no right answer, a run of today is not the one that was asked about, and what is built stays built */
    const char *asks = idea ? "" : js_text(x, "kind");
    if (!x || !strcmp(asks, "text") || !strcmp(asks, "measured") || !strcmp(asks, "build"))
        return 0;
    if (idea)
        snprintf(ret, n, "%s", js_text(x, "title"));
    else
        snprintf(ret, n, "%s %s", owner, key);
    return 1;
}

static void card_name(char *ret, size_t n, const char *kind, const char *owner, const char *key)
{
    snprintf(ret, n, "%s/%s/%s", kind, owner, key);
}

static void add_card(struct app *a, json_t *deck, const json_t *reviewed, const char *kind,
                     const char *owner, const char *key, int64_t learnt)
{
    char title[200], name[400];
    if (!title_of(a, kind, owner, key, title, sizeof title))
        return;
    card_name(name, sizeof name, kind, owner, key);
    const json_t *was = json_object_get(reviewed, name);
    int64_t due = was ? (int64_t)js_number(was, "due") : day_begin(day_of(learnt) + 1);
    json_array_append_new(
        deck, json_pack("{s:s s:s s:s s:s s:I s:I s:i s:f s:f}", "kind", kind, "owner", owner,
                        "key", key, "title", title, "due", (json_int_t)due, "last",
                        (json_int_t)js_number(was, "last"), "reviews",
                        (int)js_number(was, "reviews"), "stability", js_number(was, "stability"),
                        "difficulty", js_number(was, "difficulty")));
}

static json_t *index_cards(const json_t *rows)
{
    json_t *o = json_object();
    size_t k;
    json_t *c;
    char name[400];
    json_array_foreach(rows, k, c) {
        card_name(name, sizeof name, js_text(c, "kind"), js_text(c, "owner"), js_text(c, "key"));
        json_object_set(o, name, c);
    }
    return o;
}

static int sooner(const void *pa, const void *pb)
{
    const json_t *a = *(json_t *const *)pa, *b = *(json_t *const *)pb;
    double x = js_number(a, "due"), y = js_number(b, "due");
    int owner = strcmp(js_text(a, "owner"), js_text(b, "owner"));
    if (x < y || x > y)
        return x < y ? -1 : 1;
    return owner ? owner : strcmp(js_text(a, "key"), js_text(b, "key"));
}

static json_t *sorted(json_t *deck)
{
    size_t n = json_array_size(deck), k;
    json_t **list = calloc(n + 1, sizeof(json_t *)), *ret = json_array();
    for (k = 0; list && k < n; k++)
        list[k] = json_array_get(deck, k);
    if (list)
        qsort(list, n, sizeof *list, sooner);
    for (k = 0; list && k < n; k++)
        json_array_append(ret, list[k]);
    free(list);
    json_decref(deck);
    return ret;
}

json_t *review_deck_find(const json_t *deck, const json_t *card)
{
    size_t k;
    json_t *c;
    json_array_foreach(deck, k, c)
        if (!strcmp(js_text(c, "kind"), js_text(card, "kind")) &&
            !strcmp(js_text(c, "owner"), js_text(card, "owner")) && !strcmp(js_text(c, "key"), js_text(card, "key")))
            return c;
    return NULL;
}

/* Adds the questions that were reviewed but never answered right in their week or lab: the reading week asked them. */
static void add_missed(struct app *a, json_t *deck, const json_t *cards)
{
    json_t *reviewed = index_cards(cards);
    size_t k;
    const json_t *c;
    json_array_foreach(cards, k, c)
        if (!strcmp(js_text(c, "kind"), "question") && !review_deck_find(deck, c))
            add_card(a, deck, reviewed, "question", js_text(c, "owner"), js_text(c, "key"), 0);
    json_decref(reviewed);
}

json_t *review_deck_load(struct app *a)
{
    json_t *cards = NULL, *ticks = NULL, *right = NULL, *deck = NULL;
    size_t k;
    const json_t *x;
    if (!a->db) {
        app_fail(a, APP_CONFIG, "There is no workbook to review from.");
    } else if (db_cards(a->db, &cards) != DB_OK ||
               db_ticks(a->db, DB_TICK_CONCEPT, NULL, &ticks) != DB_OK ||
               db_answers_right(a->db, &right) != DB_OK) {
        app_fail(a, APP_CONFIG, "The review cards can't be read: %s", db_error(a->db));
    } else {
        json_t *reviewed = index_cards(cards);
        deck = json_array();
        json_array_foreach(ticks, k, x)
            add_card(a, deck, reviewed, "concept", js_text(x, "owner"), js_text(x, "key"),
                     (int64_t)js_number(x, "when"));
        json_array_foreach(right, k, x)
            add_card(a, deck, reviewed, "question", js_text(x, "owner"), js_text(x, "question"),
                     (int64_t)js_number(x, "when"));
        add_missed(a, deck, cards);
        json_decref(reviewed);
        deck = sorted(deck);
    }
    json_decref(cards);
    json_decref(ticks);
    json_decref(right);
    return deck;
}

size_t review_deck_due(const json_t *deck, int64_t now)
{
    size_t n = 0;
    while (n < json_array_size(deck) &&
           js_number(json_array_get(deck, n), "due") <= (double)now)
        n++;
    return n;
}

void review_deck_outlook(char *ret, size_t n, const json_t *deck, int64_t now)
{
    size_t all = json_array_size(deck), due = review_deck_due(deck, now), next = 0, week = 0;
    char when[40] = "";
    int64_t day = 0;
    for (size_t k = due; k < all; k++) {
        int64_t at = (int64_t)js_number(json_array_get(deck, k), "due");
        if (k == due) {
            day = day_of(at);
            review_deck_when(when, sizeof when, at, now);
        }
        next += day_of(at) == day;
        week += day_of(at) <= day_of(now) + 7;
    }
    if (!all)
        snprintf(ret, n, "There are no cards yet: an idea that you tick and a question that you "
                         "answer right become one, due the day after.");
    else if (due == all)
        snprintf(ret, n, "%zu %s, all due now.", all, all == 1 ? "card" : "cards");
    else
        snprintf(ret, n, "%zu %s, %zu due now. The next: %zu %s, %zu within 7 days.", all,
                 all == 1 ? "card" : "cards", due, next, when, week);
}

/* ---- the reading week ----------------------------------------------------------- */

enum { QUESTION_WEEKS = 50, REVIEWS_OF_A_DAY = 2000 };

static void add_numbers(struct app *a, json_t *all, const char *owner, const json_t *questions)
{
    json_t *none = json_object();
    size_t k;
    const json_t *q;
    json_array_foreach(questions, k, q)
        if (!strcmp(js_text(q, "kind"), "num"))
            add_card(a, all, none, "question", owner, js_text(q, "id"), 0);
    json_decref(none);
}

static json_t *all_numbers(struct app *a)
{
    json_t *all = json_array();
    size_t k;
    const json_t *x;
    char owner[8];
    json_array_foreach(curriculum_weeks(a->cur), k, x) {
        snprintf(owner, sizeof owner, "w%02d", (int)js_number(x, "n") % 100);
        if (js_number(x, "n") <= QUESTION_WEEKS)
            add_numbers(a, all, owner, json_object_get(x, "questions"));
    }
    json_array_foreach(curriculum_labs(a->cur), k, x)
        add_numbers(a, all, js_text(x, "id"), json_object_get(x, "questions"));
    json_array_foreach(curriculum_cards(a->cur), k, x)
        add_numbers(a, all, js_text(x, "id"), json_object_get(x, "questions"));
    return all;
}

static uint64_t mix(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The status of the first answer to a card, at `since` or later; NULL without one. `log` is newest first. */
static const char *first_answer(const json_t *log, const json_t *card, int64_t since)
{
    for (size_t k = json_array_size(log); k-- > 0;) {
        const json_t *r = json_array_get(log, k);
        if (js_number(r, "when") >= (double)since && !strcmp(js_text(r, "kind"), "question") &&
            !strcmp(js_text(r, "owner"), js_text(card, "owner")) && !strcmp(js_text(r, "key"), js_text(card, "key")))
            return js_text(r, "status");
    }
    return NULL;
}

json_t *review_deck_year(struct app *a, int64_t now, int n, int *ret_done, int *ret_right)
{
    json_t *deck = review_deck_load(a), *log = NULL, *all, *ret = json_array();
    uint64_t state = (uint64_t)a->learner_seed ^ (uint64_t)day_of(now) << 32;
    int done = 0, right = 0;
    if (!deck || db_reviews(a->db, REVIEWS_OF_A_DAY, &log) != DB_OK) {
        if (deck)
            app_fail(a, APP_CONFIG, "The reviews can't be read: %s", db_error(a->db));
        json_decref(deck);
        json_decref(ret);
        return NULL;
    }
    all = all_numbers(a);
    for (int k = 0; k < n && json_array_size(all); k++) {
        size_t at = (size_t)(mix(&state) % json_array_size(all));
        json_t *card = json_array_get(all, at), *had = review_deck_find(deck, card);
        const char *status = first_answer(log, card, day_begin(day_of(now)));
        if (!status)
            json_array_append(ret, had ? had : card);
        done += status != NULL;
        right += status && !strcmp(status, "PASS");
        json_array_remove(all, at);
    }
    json_decref(all);
    json_decref(log);
    json_decref(deck);
    *ret_done = done;
    *ret_right = right;
    return ret;
}

void review_deck_year_result(char *ret, size_t n, int right, int of)
{
    snprintf(ret, n, "The year: %d of %d right; %d %% are wanted: %s.", right, of, REVIEW_YEAR_PERCENT,
             right * 100 >= of * REVIEW_YEAR_PERCENT && of ? "passed" : "not passed");
}

/* ---- asking --------------------------------------------------------------------- */

/* The seed of a card's parameters is the same until the card is reviewed: leaving and coming back asks the same. */
static uint64_t seed_of(const struct app *a, const json_t *card)
{
    uint64_t n = (uint64_t)js_number(card, "reviews") + 1;
    return (uint64_t)a->learner_seed + n * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio */
}

static json_t *idea_front(struct app *a, const json_t *card)
{
    const json_t *idea = js_row(json_object_get(brief_of(a, js_text(card, "owner")), "concepts"), "id",
                               js_text(card, "key"));
    return idea ? json_pack("{s:s s:s s:s}", "kind", "idea", "ask", js_text(idea, "title"), "back",
                            js_text(idea, "text"))
                : NULL;
}

json_t *review_deck_front(struct app *a, const json_t *card)
{
    json_t *front = NULL;
    if (!strcmp(js_text(card, "kind"), "concept")) {
        front = idea_front(a, card);
    } else {
        json_t *all = curriculum_questions(a->cur, js_text(card, "owner"), seed_of(a, card));
        front = json_incref(js_row(all, "id", js_text(card, "key")));
        json_decref(all);
    }
    if (!front)
        app_fail(a, APP_CONFIG, "The card \"%s\" can't be asked: %s", js_text(card, "title"),
                 curriculum_error(a->cur));
    return front;
}

json_t *review_deck_answer(struct app *a, const json_t *card, const char *text, int reveal)
{
    json_t *given = json_string(text), *verdict = NULL;
    if (!given) {
        app_fail(a, APP_USAGE, "That is not UTF-8 text.");
        return NULL;
    }
    verdict = curriculum_answer(a->cur, js_text(card, "owner"), js_text(card, "key"),
                                seed_of(a, card), given, reveal != 0);
    json_decref(given);
    if (!verdict)
        app_fail(a, APP_CONFIG, "%s", curriculum_error(a->cur));
    return verdict;
}

const char *review_deck_kept(const json_t *verdict, const char *typed)
{
    return *js_text(verdict, "given") ? js_text(verdict, "given") : typed;
}

/* Makes up an answer that can be read: the curriculum tells the right answer only to a readable one. */
static void any_answer(const json_t *front, char *ret, size_t n)
{
    size_t items = json_array_size(json_object_get(front, "items")),
           rows = json_array_size(json_object_get(front, "rows")),
           columns = json_array_size(json_object_get(front, "columns")), len = 0;
    const char *unit = js_text(front, "unit"), *kind = js_text(front, "kind");
    snprintf(ret, n, "1%s%s", *unit && strcmp(unit, "1") ? " " : "", strcmp(unit, "1") ? unit : "");
    if (!strcmp(kind, "expr"))
        snprintf(ret, n, "1");
    if (!strcmp(kind, "diagnose"))
        snprintf(ret, n, "a; 1; A");
    if (!strcmp(kind, "sketch"))
        snprintf(ret, n, "1 B/s; 1 FLOP/s; 1 FLOP/B; 1 FLOP/s");
    for (size_t k = 0; k < items && len + 8 < n; k++)
        len += (size_t)snprintf(ret + len, n - len, "%s%zu", k ? "," : "", k + 1);
    for (size_t k = 0; k < rows * columns && len + 8 < n; k++)
        len += (size_t)snprintf(ret + len, n - len, "%s0", !k ? "" : k % columns ? ", " : "; ");
}

json_t *review_deck_reveal(struct app *a, const json_t *card, const json_t *front)
{
    char text[2000];
    any_answer(front, text, sizeof text);
    json_t *verdict = review_deck_answer(a, card, text, 1), *ret = NULL;
    if (verdict)
        ret = json_pack("{s:s s:s}", "worked", js_text(verdict, "worked"), "expected",
                        js_text(verdict, "expected"));
    json_decref(verdict);
    return ret;
}

/* ---- grading -------------------------------------------------------------------- */

static double elapsed(const json_t *card, int64_t now)
{
    int64_t days = day_of(now) - day_of((int64_t)js_number(card, "last"));
    return js_number(card, "reviews") < 1 || days < 0 ? 0 : (double)days;
}

static struct fsrs_memory after(const json_t *card, enum fsrs_grade grade, int64_t now)
{
    struct fsrs_memory m = {js_number(card, "stability"), js_number(card, "difficulty")};
    return js_number(card, "reviews") < 1 ? fsrs_first(grade)
                                          : fsrs_next(m, elapsed(card, now), grade);
}

int review_deck_days(const json_t *card, enum fsrs_grade grade, int64_t now)
{
    return grade == FSRS_AGAIN ? 0 : fsrs_interval(after(card, grade, now).stability, .9);
}

const char *review_deck_grade_name(enum fsrs_grade grade)
{
    static const char *const names[] = {"", "again", "hard", "good", "easy"};
    return names[grade];
}

void review_deck_choice(char *ret, size_t n, const json_t *card, enum fsrs_grade grade, int64_t now)
{
    char when[40];
    int days = review_deck_days(card, grade, now);
    review_deck_when(when, sizeof when, day_begin(day_of(now) + days), now);
    snprintf(ret, n, "%s: %s%s", review_deck_grade_name(grade), when, days ? "" : ", once more");
}

enum app_exit review_deck_grade(struct app *a, const json_t *card, const json_t *front, enum fsrs_grade grade,
                                const char *text, const char *status, int64_t now)
{
    struct fsrs_memory m = after(card, grade, now);
    int days = review_deck_days(card, grade, now);
    struct db_review r = {.kind = js_text(card, "kind"),
                          .owner = js_text(card, "owner"),
                          .key = js_text(card, "key"),
                          .days = elapsed(card, now),
                          .grade = grade,
                          .params = json_object_get(front, "params"),
                          .text = text,
                          .status = status,
                          .stability = m.stability,
                          .difficulty = m.difficulty,
                          .due = days ? day_begin(day_of(now) + days) : now,
                          .lab_rev = app_lab_rev(a, js_text(card, "owner"))};
    if (db_review_put(a->db, &r) != DB_OK)
        return app_fail(a, APP_CONFIG, "This review was not recorded: %s", db_error(a->db));
    return APP_OK;
}
