/* collect_keys.c: whose key a hand-in is signed with: rows of the audit, which nobody can change unseen. */
#include <limits.h>
#include <string.h>

#include "collect_parts.h"
#include "db/gradebook.h"
#include "grader/intake/bundle.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

int collect_keys_load(struct collecting *x)
{
    json_t *rows = NULL;
    size_t k;
    const json_t *r;
    if (db_audit_list(x->c->app.db, INT_MAX, &rows) != DB_OK)
        return (int)app_fail_db(&x->c->app);
    x->keys = json_object();
    x->owner = json_object();
    json_array_foreach(rows, k, r) {
        const char *student = js_text(r, "subject"), *key = js_text(json_object_get(r, "data"), "key");
        if (strncmp(js_text(r, "what"), "key.", 4) || !*key)
            continue;
        json_t *list = json_object_get(x->keys, student);
        if (!list)
            json_object_set_new(x->keys, student, list = json_array());
        json_array_append_new(list, json_string(key));
        json_object_set_new(x->owner, key, json_string(student));
    }
    json_decref(rows);
    return 0;
}

static int pin(struct collecting *x, const char *student, const char *key, const char *what, const char *bundle)
{
    char print[BUNDLE_FINGERPRINT];
    bundle_fingerprint(key, print);
    json_t *data = json_pack("{s:s s:s s:s}", "key", key, "fingerprint", print, "bundle", bundle);
    enum db_status s = db_audit(x->c->app.db, NULL, what, student, data);
    json_decref(data);
    json_decref(x->keys);
    json_decref(x->owner);
    x->keys = x->owner = NULL;
    int rc = s == DB_OK ? 0 : (int)app_fail_db(&x->c->app);
    return rc ? rc : collect_keys_load(x);
}

const char *collect_key_judge(struct collecting *x, const char *student, const char *key, const char *bundle,
                              bool *ret_first, struct err *e, int *rc)
{
    const json_t *mine = json_object_get(x->keys, student);
    const char *other = js_text(x->owner, key), *now = json_string_value(json_array_get(mine, 0));
    char was[BUNDLE_FINGERPRINT] = "", is[BUNDLE_FINGERPRINT];
    bundle_fingerprint(key, is);
    if (*other && strcmp(other, student)) {
        err_set(e, "This hand-in is signed with the key of %s (%s). Ask both students whose work it is.", other, is);
        return "refused";
    }
    if (now && !strcmp(now, key))
        return "taken";
    if (util_lists(mine, key))
        return "older";
    *ret_first = !now;
    if (!now || bundle_print_is(x->c->opt.accept_key, is)) {
        *rc = pin(x, student, key, now ? "key.accepted" : "key.first", bundle);
        return "taken";
    }
    bundle_fingerprint(now, was);
    err_set(e, "This hand-in is signed with another key than before (%s). Ask %s for the key's fingerprint; if the "
            "fingerprint is right, --accept-key \"%s\" takes the hand-in.",
            was, student, is);
    return "refused";
}
