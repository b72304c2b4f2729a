/* ridge regrade: what was handed in once more, or under another policy, and what that changes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli_class.h"
#include "db/gradebook.h"
#include "runner/base/js.h"
#include "tui/app/class_book.h"
#include "tui/app/class_run.h"

static int book_error(struct cli *c)
{
    return (int)app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
}

static int queue_round(struct cli *c, const json_t *lab, const struct class_book *b)
{
    size_t k;
    const json_t *s;
    int n = 0;
    json_array_foreach(b->submissions, k, s) {
        if (json_is_string(json_object_get(s, "refused")) ||
            (c->opt.only && strcmp(c->opt.only, js_text(s, "key"))))
            continue;
        n++;
        if (db_grading_queue(c->app.db, (int64_t)js_number(s, "id"), (int)js_number(lab, "rev"), b->round + 1, NULL,
                             NULL) != DB_OK)
            return book_error(c);
    }
    return n ? 0
             : (int)app_fail(&c->app, APP_USAGE, "There is nothing of %s to grade again.",
                             c->opt.only ? c->opt.only : js_text(lab, "id"));
}

static int publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    json_t *policy = json_copy(b->policy);
    json_object_set_new(policy, "round", json_integer(b->round + 1));
    int rc = (int)class_policy_put(&c->app, js_text(lab, "id"), policy);
    json_decref(policy);
    return rc;
}

/* Those that the round could not judge: their old grade stays. */
static size_t held_in(struct cli *c, const json_t *lab, int round)
{
    json_t *list = NULL;
    size_t k, n = 0;
    const json_t *g;
    if (db_gradings(c->app.db, js_text(lab, "id"), round, &list) == DB_OK)
        json_array_foreach(list, k, g)
            n += !strcmp(js_text(g, "state"), "held");
    json_decref(list);
    return n;
}

static void print_changes(const json_t *list, size_t held, int published)
{
    cli_print_changes(list);
    if (!json_array_size(list))
        printf("No grade changes.\n");
    if (held)
        printf("%zu held: not judged, each of %d times, so the old grade stays.\n", held, DB_GRADING_TRIES);
    printf(published ? "Published.\n" : "Not published: the class still has the old grades. --yes publishes.\n");
}

/* Shows what `b` and `now` differ in, and what a person decided whatever either says. */
static int show_changes(struct cli *c, const json_t *lab, const struct class_book *b, const json_t *now, int round,
                        size_t held)
{
    json_t *old = class_book_rows(&c->app, b, NULL, false), *list = class_changes(old, now);
    json_t *adjusted = cli_adjusted(now);
    if (c->app.json) {
        cli_json(json_pack("{s:s s:s s:i s:b s:O s:I s:O}", "schema", "ridge.regrade/1", "lab", js_text(lab, "id"),
                           "round",
                           round, "published", c->app.yes, "changes", list, "held", (json_int_t)held, "adjusted",
                           adjusted));
    } else {
        print_changes(list, held, c->app.yes);
        cli_print_adjusted(now);
    }
    json_decref(adjusted);
    json_decref(list);
    json_decref(old);
    return 0;
}

static int compare_and_publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    json_t *gradings = NULL;
    if (class_book_gradings(&c->app, js_text(lab, "id"), b->round + 1, &gradings) != APP_OK)
        return APP_CONFIG;
    json_t *now = class_book_rows(&c->app, b, gradings, false);
    size_t held = held_in(c, lab, b->round + 1);
    int rc = c->app.yes ? publish(c, lab, b) : 0;
    rc = rc ? rc : show_changes(c, lab, b, now, b->round + 1, held);
    json_decref(now);
    json_decref(gradings);
    return rc;
}

/* Another policy over the same verdicts: nothing runs. */
static int change_and_publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    int rc = APP_OK;
    const struct class_policy said = cli_policy(&c->opt);
    if (c->opt.only || c->opt.phase || c->opt.backend || c->opt.executor)
        return app_fail(&c->app, APP_USAGE, "--due, --late, --grace, --keep and --visibility change what the same "
                        "verdicts are worth, for the whole class, and nothing runs; give them without --only, --phase, "
                        "--backend and --executor.");
    struct class_book other = *b;
    other.policy = class_policy_over(&c->app, b->policy, &said);
    if (!other.policy)
        return APP_USAGE;
    json_t *now = class_book_rows(&c->app, &other, NULL, false);
    rc = c->app.yes ? (int)class_policy_put(&c->app, js_text(lab, "id"), other.policy) : 0;
    rc = rc ? rc : show_changes(c, lab, b, now, b->round, 0);
    json_decref(now);
    json_decref(other.policy);
    return rc;
}

static int run_again(struct cli *c, const json_t *lab, const struct class_book *b)
{
    int rc = queue_round(c, lab, b);
    rc = rc ? rc : cli_class_run(c, lab);
    return rc ? rc : compare_and_publish(c, lab, b);
}

int cmd_regrade(struct cli *c)
{
    struct class_book b = { 0 };
    const struct class_policy said = cli_policy(&c->opt);
    int lock, rc;
    if (c->opt.received) {
        return cli_error(APP_USAGE, "--received belongs to `ridge grade`, where something is handed in.");
    }
    json_t *lab = cli_class_open(c, &lock, &rc);
    if (lab) {
        rc = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
        if (!rc)
            rc = class_policy_said(&said) ? change_and_publish(c, lab, &b) : run_again(c, lab, &b);
        class_book_close(&b);
        class_run_unlock(lock);
        if (rc)
            cli_fail(c, rc);
    }
    json_decref(lab);
    return rc;
}
