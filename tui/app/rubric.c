/* rubric.c: see rubric.h. */
#define _GNU_SOURCE
#include "rubric.h"

#include <stdio.h>
#include <string.h>

#include "runner/base/js.h"

static const char *const people[] = { "self", "partner", "class" };
enum { PEOPLE = sizeof people / sizeof *people };

bool rubric_is_text(const json_t *question)
{
    return !strcmp(js_text(question, "kind"), "text");
}

bool rubric_told(const json_t *answer, const char *who, int *ret_has, int *ret_of)
{
    int has = 0, of = 0;
    size_t k;
    const json_t *t;
    json_array_foreach(json_object_get(answer, "ticks"), k, t) {
        bool mine = !strcmp(js_text(t, "who"), who);
        of += mine;
        has += mine && json_is_true(json_object_get(t, "ticked"));
    }
    if (ret_has)
        *ret_has = has;
    if (ret_of)
        *ret_of = of;
    return of > 0;
}

bool rubric_assessed(const json_t *answer)
{
    return json_array_size(json_object_get(answer, "ticks")) > 0;
}

json_t *rubric_ticks(const json_t *answer, const char *who)
{
    json_t *list = NULL;
    size_t k;
    const json_t *t;
    json_array_foreach(json_object_get(answer, "ticks"), k, t) {
        if (strcmp(js_text(t, "who"), who))
            continue;
        list = list ? list : json_array();
        if (json_is_true(json_object_get(t, "ticked")))
            json_array_append(list, json_object_get(t, "item"));
    }
    return list;
}

/* What somebody said of an item: 1 has, 0 has not, -1 nothing. */
static int said_of(const json_t *answer, const char *who, int item)
{
    size_t k;
    const json_t *t;
    json_array_foreach(json_object_get(answer, "ticks"), k, t)
        if (!strcmp(js_text(t, "who"), who) && (int)js_number(t, "item") == item)
            return json_is_true(json_object_get(t, "ticked"));
    return -1;
}

static bool differ_on(const json_t *answer, int item)
{
    bool yes = false, no = false;
    for (int k = 0; k < PEOPLE; k++) {
        int said = said_of(answer, people[k], item);
        yes |= said == 1;
        no |= said == 0;
    }
    return yes && no;
}

static void add_differences(const json_t *answer, char *ret, size_t n)
{
    int of = 0, most = 0, found = 0;
    for (int k = 0; k < PEOPLE; k++)
        most = rubric_told(answer, people[k], NULL, &of) && of > most ? of : most;
    for (int item = 1; item <= most; item++)
        if (differ_on(answer, item)) {
            size_t used = strlen(ret);
            snprintf(ret + used, n - used, "%s%d", found++ ? ", " : " (they differ on ", item);
        }
    if (found)
        snprintf(ret + strlen(ret), n - strlen(ret), ")");
}

void rubric_words(const json_t *answer, char *ret, size_t n)
{
    int has, of;
    *ret = 0;
    for (int k = 0; k < PEOPLE; k++) {
        size_t used = strlen(ret);
        if (rubric_told(answer, people[k], &has, &of))
            snprintf(ret + used, n - used, "%s%s %d of %d", used ? ", " : "", k ? people[k] : "self-assessed", has, of);
    }
    add_differences(answer, ret, n);
}

void rubric_sum(struct app *a, const char *owner, struct rubric_sum *ret)
{
    json_t *rows = NULL, *row;
    size_t k;
    int has, of;
    *ret = (struct rubric_sum){ 0 };
    if (a->db)
        db_answers(a->db, owner, &rows);
    json_array_foreach(rows, k, row) {
        if (!rubric_told(row, "self", &has, &of))
            continue;
        ret->texts++;
        ret->has += has;
        ret->of += of;
    }
    json_decref(rows);
}

void rubric_sum_words(const struct rubric_sum *sum, char *ret, size_t n)
{
    *ret = 0;
    if (sum->texts)
        snprintf(ret, n, "%d text%s, self-assessed %d of %d", sum->texts, sum->texts == 1 ? "" : "s", sum->has,
                 sum->of);
}

/* The rubric of a text that was kept; NULL when the curriculum no longer asks for the text, or would refuse it. */
static json_t *rubric_of(struct app *a, const json_t *answer)
{
    json_t *given = json_string(js_text(answer, "text"));
    json_t *v = curriculum_answer(a->cur, js_text(answer, "owner"), js_text(answer, "question"),
                                  (uint64_t)a->learner_seed, given, false);
    json_t *rubric = json_incref(json_object_get(v, "rubric"));
    json_decref(v);
    json_decref(given);
    return rubric;
}

static void add_left_out(struct app *a, const json_t *answer, size_t most, json_t *to)
{
    int has, of;
    if (!rubric_told(answer, "self", &has, &of) || has == of || json_array_size(to) >= most)
        return;
    json_t *rubric = rubric_of(a, answer);
    for (int item = 1; item <= of && json_array_size(to) < most; item++) {
        const json_t *words = json_array_get(rubric, (size_t)item - 1);
        if (words && !said_of(answer, "self", item))
            json_array_append_new(to, json_pack("{s:O s:O s:O}", "owner", json_object_get(answer, "owner"), "question",
                                                json_object_get(answer, "question"), "item", words));
    }
    json_decref(rubric);
}

json_t *rubric_left_out(struct app *a, size_t most)
{
    json_t *rows = NULL, *row, *ret = json_array();
    size_t k;
    if (a->db)
        db_answers(a->db, NULL, &rows);
    json_array_foreach(rows, k, row)
        add_left_out(a, row, most, ret);
    json_decref(rows);
    return ret;
}

enum app_exit rubric_keep(struct app *a, const char *owner, const json_t *question, const char *who,
                          const json_t *has)
{
    json_t *last = NULL;
    enum db_status status = db_answer_latest(a->db, owner, js_text(question, "id"), &last);
    if (status == DB_OK)
        status = db_rubric_put(a->db, (int64_t)js_number(last, "id"), who, has,
                               (int)js_number(question, "rubric_items"));
    json_decref(last);
    return status == DB_OK ? APP_OK : app_fail(a, APP_CONFIG, "The ticks were not kept: %s", db_error(a->db));
}
