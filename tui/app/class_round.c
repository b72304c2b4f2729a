/* class_round.c: which gradings of a regrade are there, and which have to run. */
#include "class_round.h"

#include <string.h>

#include "class_policy.h"
#include "class_run.h"
#include "db/gradebook.h"
#include "runner/base/js.h"
#include "runner/far/executor.h"

/* The last round that any submission of the lab has. */
static enum app_exit last_round(struct app *a, const char *lab, int *ret)
{
    json_t *list = NULL;
    size_t k;
    const json_t *g;
    if (db_gradings(a->db, lab, -1, &list) != DB_OK)
        return app_fail_db(a);
    json_array_foreach(list, k, g)
        if ((int)js_number(g, "round") > *ret)
            *ret = (int)js_number(g, "round");
    json_decref(list);
    return APP_OK;
}

/* Submission numbers with the latest pending grading of each. */
static enum app_exit pending(struct app *a, const char *lab, const struct class_book *b, int last, json_t **ret)
{
    *ret = json_object();
    for (int r = b->round + 1; r <= last; r++) {
        json_t *list = NULL, *g;
        size_t k;
        if (class_book_void(b->policy, r))
            continue;
        if (db_gradings(a->db, lab, r, &list) != DB_OK) {
            json_decref(*ret);
            *ret = NULL;
            return app_fail_db(a);
        }
        json_array_foreach(list, k, g) {
            char id[24];
            snprintf(id, sizeof id, "%lld", (long long)js_number(g, "submission"));
            json_object_set(*ret, id, g);
        }
        json_decref(list);
    }
    return APP_OK;
}

/* Is a pending verdict of another lab, of other phases, or counted by another rule? */
static bool is_stale(struct app *a, const json_t *by_submission, const char *mark, const char *const *phases,
                     const char *partial)
{
    const char *id;
    json_t *g, *report;
    bool stale = false;
    json_object_foreach((json_t *)(size_t)by_submission, id, g) {
        report = NULL;
        if (stale || strcmp(js_text(g, "state"), "done"))
            continue;
        stale = db_grading_report(a->db, (int64_t)js_number(g, "id"), &report) != DB_OK ||
                !class_run_made(report, mark, phases, partial);
        json_decref(report);
    }
    return stale;
}

/* The rounds from the published one's successor to `last` count no more. */
static enum app_exit drop(struct app *a, const char *lab, struct class_book *b, int last)
{
    json_t *policy = json_copy(b->policy), *list = json_copy(json_object_get(policy, "void"));
    list = list ? list : json_array();
    for (int r = b->round + 1; r <= last; r++)
        if (!class_book_void(policy, r))
            json_array_append_new(list, json_integer(r));
    json_object_set_new(policy, "void", list);
    enum app_exit code = class_policy_put(a, lab, policy);
    if (code == APP_OK)
        json_object_update(b->policy, policy);
    json_decref(policy);
    return code;
}

static bool is_named(const char *const *only, const char *key)
{
    size_t k = 0;
    while (only[k] && strcmp(only[k], key) != 0)
        k++;
    return only[k] || !k;
}

static bool has_any(const struct class_book *b, const char *const *only)
{
    size_t k;
    const json_t *s;
    json_array_foreach(b->submissions, k, s)
        if (!json_is_string(json_object_get(s, "refused")) && is_named(only, js_text(s, "key")))
            return true;
    return false;
}

/* Is there one of whom nothing can be graded? The sentence names the first. */
static bool nothing_of(struct app *a, const json_t *lab, const struct class_book *b, const char *const *only)
{
    size_t k = 0;
    do {
        const char *one[] = { only[k], NULL };
        if (!has_any(b, one)) {
            app_fail(a, APP_USAGE, "There is nothing of %s to grade again.", only[k] ? only[k] : js_text(lab, "id"));
            return true;
        }
    } while (only[k] && only[++k]);
    return false;
}

/* What has no pending grading is queued in round `first`; what is held in the round behind its own. */
static enum app_exit queue(struct app *a, const json_t *lab, const struct class_book *b, const char *const *only,
                           const json_t *by_submission, int first, struct class_round *ret)
{
    size_t k;
    const json_t *s;
    if (nothing_of(a, lab, b, only))
        return APP_USAGE;
    json_array_foreach(b->submissions, k, s) {
        char id[24];
        if (json_is_string(json_object_get(s, "refused")) || !is_named(only, js_text(s, "key")) ||
            (!only[0] && json_object_get(s, "of"))) /* a team's: once is enough */
            continue;
        snprintf(id, sizeof id, "%lld", (long long)js_number(s, "id"));
        const json_t *g = json_object_get(by_submission, id);
        bool held = !strcmp(js_text(g, "state"), "held");
        if (g && !held)
            continue;
        int round = held ? (int)js_number(g, "round") + 1 : first;
        ret->tried += held;
        ret->last = round > ret->last ? round : ret->last;
        if (db_grading_queue(a->db, (int64_t)js_number(s, "id"), (int)js_number(lab, "rev"), round, NULL, NULL) !=
            DB_OK)
            return app_fail_db(a);
    }
    return APP_OK;
}

enum app_exit class_round_queue(struct app *a, const json_t *lab, struct class_book *b, const char *const *only,
                                const char *const *phases, const char *partial, struct class_round *ret)
{
    char mark[33];
    const char *id = js_text(lab, "id");
    struct class_round r = { .last = 0 };
    json_t *by_submission = NULL;
    int last = b->round;
    enum app_exit code = last_round(a, id, &last);
    executor_mark(lab, a->root, mark);
    if (code == APP_OK)
        code = pending(a, id, b, last, &by_submission);
    r.anew = code == APP_OK && is_stale(a, by_submission, mark, phases, partial);
    if (r.anew) {
        code = drop(a, id, b, last);
        json_object_clear(by_submission);
    }
    int first = r.anew || !json_object_size(by_submission) ? last + 1 : b->round + 1;
    while (class_book_void(b->policy, first))
        first++;
    r.last = json_object_size(by_submission) ? last : first;
    if (code == APP_OK)
        code = queue(a, lab, b, only, by_submission, first, &r);
    json_decref(by_submission);
    if (code == APP_OK)
        *ret = r;
    return code;
}

enum app_exit class_round_held(struct app *a, const char *lab, const struct class_book *b, json_t **ret)
{
    int last = b->round;
    json_t *by_submission = NULL, *g;
    const char *id;
    enum app_exit code = last_round(a, lab, &last);
    if (code == APP_OK)
        code = pending(a, lab, b, last, &by_submission);
    *ret = json_array();
    json_object_foreach(by_submission, id, g)
        if (!strcmp(js_text(g, "state"), "held"))
            json_array_append_new(*ret, json_pack("{s:s s:s s:s}", "key", js_text(g, "key"), "name",
                                                  js_text(g, "name"), "why", js_text(g, "why")));
    json_decref(by_submission);
    return code;
}
