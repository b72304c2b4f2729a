/* tour.c: one tour of a repository, with what the learner's copies of its files say. */
#include "curriculum.h"
#include "evaluate.h"

#include <string.h>

/* The files of a tour's own; -1: there is none. */
static int add_tour(struct curriculum *cur, struct files *f, const char *id)
{
    *f = (struct files){.root = cur->root, .shelves = cur->shelves, .nshelves = cur->nshelves};
    if (!strncmp(id, "tours/", 6) && files_page_id(id) && files_add_page(f, id, "md") && files_add_page(f, id, "lua")) {
        files_add_tables(f);
        return 0;
    }
    evaluate_error(cur, "There is no tour '%s'.", id);
    files_finish(f);
    return -1;
}

json_t *curriculum_tour(struct curriculum *cur, const char *id, const json_t *states, const char *copies)
{
    struct files f;
    json_t *given, *state;
    const char *path;
    if (add_tour(cur, &f, id))
        return NULL;
    given = json_object();
    json_object_foreach((json_t *)(size_t)states, path, state) {
        json_object_set(given, path, state);
        if (copies && !strcmp(json_string_value(state), "here"))
            files_add_copy(&f, copies, path);
    }
    return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                    json_pack("{s:s,s:s,s:o}", "op", "tour", "id", id, "states", given), false);
}

json_t *curriculum_tour_lines(struct curriculum *cur, const char *id, const char *path, const char *copies)
{
    struct files f;
    if (add_tour(cur, &f, id))
        return NULL;
    if (!files_add_copy(&f, copies, path)) {
        evaluate_error(cur, "The copy of '%s' can't be read.", path);
        files_finish(&f);
        return NULL;
    }
    return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                    json_pack("{s:s,s:s,s:s}", "op", "tour_lines", "id", id, "path", path), false);
}
