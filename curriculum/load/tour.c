/* tour.c: one tour of a repository, with what the learner's copies of its files say. */
#include "curriculum.h"
#include "evaluate.h"

#include <string.h>

json_t *curriculum_tour(struct curriculum *cur, const char *id, const json_t *states, const char *copies)
{
    struct files f = {.root = cur->root, .shelves = cur->shelves, .nshelves = cur->nshelves};
    json_t *given = json_object(), *state;
    const char *path;
    if (strncmp(id, "tours/", 6) || !files_page_id(id) || !files_add_page(&f, id, "md") ||
        !files_add_page(&f, id, "lua")) {
        evaluate_error(cur, "There is no tour '%s'.", id);
        files_finish(&f);
        json_decref(given);
        return NULL;
    }
    files_add_tables(&f);
    json_object_foreach((json_t *)(size_t)states, path, state) {
        json_object_set(given, path, state);
        if (copies && !strcmp(json_string_value(state), "here"))
            files_add_copy(&f, copies, path);
    }
    return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                    json_pack("{s:s,s:s,s:o}", "op", "tour", "id", id, "states", given), false);
}
