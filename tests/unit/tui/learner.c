/* learner.c: see learner.h. */
#define _GNU_SOURCE
#include "learner.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "runner/base/util.h"

static char home[64];

void learner_begin(struct app *a, const char *track)
{
    struct app_options o = { .root = RIDGE_SOURCE_ROOT, .home = home, .no_color = 1 };
    snprintf(home, sizeof home, "/tmp/ridge-learner-XXXXXX");
    cr_assert(mkdtemp(home));
    cr_assert_eq(app_open(a, &o, getenv("RIDGE_BIN")), APP_OK, "%s", a->error);
    cr_assert_eq(app_need_db(a), APP_OK, "%s", a->error);
    cr_assert(curriculum_load(a->cur), "%s", curriculum_error(a->cur));
    if (!track)
        return;
    json_t *id = json_string(track);
    cr_assert_eq(db_state_put(a->db, "track", id), DB_OK);
    json_decref(id);
}

void learner_end(struct app *a)
{
    app_close(a);
    util_remove_tree(home);
}
