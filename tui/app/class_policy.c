/* What an assignment's options make of its policy, and what another policy or round changes. */
#include <string.h>
#include <unistd.h>

#include "class_policy.h"
#include "db/gradebook.h"
#include "grader/class/anonymous.h"
#include "grader/class/late.h"
#include "runner/base/js.h"

enum app_exit class_due(struct app *a, const char *text, bool *has_due, int64_t *due)
{
    bool none = !strcmp(text, "none");
    if (!none && late_parse_time(text, due))
        return app_fail(a, APP_USAGE,
                        "--due takes a time with its offset, such as 2026-12-01T23:59+01:00, or none; not \"%s\"",
                        text);
    *has_due = !none;
    return APP_OK;
}

static int set_rate(const char *text, struct late_policy *p)
{
    double percent;
    bool hourly;
    if (late_parse_rate(text, &percent, &hourly))
        return -1;
    p->percent_per_day = hourly ? 0 : percent;
    p->percent_per_hour = hourly ? percent : 0;
    return 0;
}

/* What was said goes over what is stored. */
static enum app_exit change(struct app *a, const struct class_policy *o, struct late_policy *p)
{
    if (o->due && class_due(a, o->due, &p->has_due, &p->due))
        return APP_USAGE;
    if (o->due && !late_parse_zone(o->due, &p->zone))
        p->has_zone = true;
    if (o->late && set_rate(o->late, p))
        return app_fail(a, APP_USAGE, "--late takes a share a day or an hour, such as 10%%/day or 1%%/hour, or none; "
                                      "not "
                        "\"%s\"", o->late);
    if (o->cutoff && !strcmp(o->cutoff, "none"))
        p->cutoff = 0;
    else if (o->cutoff && (late_parse_span(o->cutoff, &p->cutoff) || p->cutoff <= 0))
        return app_fail(a, APP_USAGE, "--cutoff takes the span behind the due time after which nothing counts, such "
                                      "as 3d "
                        "or 12h, or none; not \"%s\"", o->cutoff);
    if (o->grace && late_parse_span(o->grace, &p->grace))
        return app_fail(a, APP_USAGE, "--grace takes a span, such as 15m or 2h; not \"%s\"", o->grace);
    if (o->keep && late_parse_keep(o->keep, &p->keep))
        return app_fail(a, APP_USAGE, "--keep takes best or last, not \"%s\"", o->keep);
    return APP_OK;
}

enum app_exit class_policy_put(struct app *a, const char *lab, json_t *policy)
{
    return db_assignment_put(a->db, lab, policy) == DB_OK ? APP_OK : app_fail_db(a);
}

/* The policy, yours; NULL with app.error. */
static json_t *policy_of(struct app *a, const char *lab)
{
    json_t *policy = NULL;
    enum db_status s = db_assignment_get(a->db, lab, &policy);
    if (s != DB_OK && s != DB_NOTFOUND)
        app_fail_db(a);
    return s == DB_NOTFOUND ? json_object() : policy;
}

bool class_is_anonymous(struct app *a, const char *lab)
{
    json_t *policy = policy_of(a, lab);
    bool is = anonymous_secret(policy) != NULL;
    json_decref(policy);
    return is;
}

enum app_exit class_hide(struct app *a, const char *lab)
{
    char secret[ANONYMOUS_SECRET + 1];
    json_t *policy = policy_of(a, lab);
    enum app_exit code = policy ? APP_OK : APP_CONFIG;
    if (policy && !anonymous_secret(policy)) {
        anonymous_draw(secret);
        json_object_set_new(policy, "anonymous", json_string(secret));
        code = class_policy_put(a, lab, policy);
    }
    json_decref(policy);
    return code;
}

enum app_exit class_reveal(struct app *a, const char *lab, const char *reason)
{
    json_t *policy = policy_of(a, lab), *data;
    enum app_exit code = APP_CONFIG;
    if (!policy)
        return code;
    if (!anonymous_secret(policy)) {
        json_decref(policy);
        return app_fail(a, APP_USAGE, "%s is graded with names: there is nobody to reveal.", lab);
    }
    json_object_del(policy, "anonymous");
    data = json_pack("{s:s}", "reason", reason);
    if (db_begin(a->db) == DB_OK && db_assignment_put(a->db, lab, policy) == DB_OK &&
        db_audit(a->db, NULL, "class.revealed", lab, data) == DB_OK && db_commit(a->db) == DB_OK)
        code = APP_OK;
    else
        app_fail_db(a);
    db_rollback(a->db);
    json_decref(data);
    json_decref(policy);
    return code;
}

bool class_policy_said(const struct class_policy *o)
{
    return o->due || o->late || o->grace || o->keep || o->visibility || o->cutoff;
}

json_t *class_policy_over(struct app *a, const json_t *old, const struct class_policy *said)
{
    struct late_policy p = late_from_json(old);
    if (change(a, said, &p) != APP_OK)
        return NULL;
    json_t *now = json_copy((json_t *)(size_t)old), *late = late_to_json(&p);
    json_object_update(now, late);
    json_decref(late);
    if (said->visibility)
        json_object_set_new(now, "visibility", json_string(said->visibility));
    return now;
}

json_t *class_changes(const json_t *old, const json_t *now)
{
    json_t *list = json_array();
    size_t k;
    const json_t *was;
    json_array_foreach(old, k, was) {
        const json_t *is = json_array_get(now, k);
        if (json_equal(json_object_get(was, "grade"), json_object_get(is, "grade")) &&
            !strcmp(js_text(was, "status"), js_text(is, "status")))
            continue;
        json_array_append_new(list, json_pack("{s:s s:s s:s s:s s:O s:O}", "key", js_text(was, "key"), "name",
                                              js_text(was, "name"), "old_status", js_text(was, "status"), "new_status",
                                              js_text(is, "status"), "old_grade", json_object_get(was, "grade"),
                                              "new_grade", json_object_get(is, "grade")));
    }
    return list;
}
