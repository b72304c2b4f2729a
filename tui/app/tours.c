/* tours.c: see tours.h. */
#define _GNU_SOURCE
#include "tours.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/base/js.h"
#include "runner/base/util.h"

bool tours_is(const json_t *card)
{
    return !strncmp(js_text(card, "id"), "tours/", 6);
}

static bool is_called(const json_t *tour, const char *name)
{
    size_t k;
    const json_t *old;
    json_array_foreach(json_object_get(tour, "formerly"), k, old)
        if (!strcasecmp(json_string_value(old), name))
            return true;
    const char *id = js_text(tour, "id");
    return !strcasecmp(id, name) || !strcasecmp(id + strlen("tours/"), name) ||
           !strcasecmp(js_text(tour, "repo"), name);
}

const json_t *tours_find(struct app *a, const char *name)
{
    size_t k;
    const json_t *card;
    name += !strncmp(name, "tour:", 5) ? 5 : 0;
    json_array_foreach(curriculum_cards(a->cur), k, card)
        if (tours_is(card) && is_called(card, name))
            return card;
    return NULL;
}

char *tours_folder(const struct app *a, const json_t *tour)
{
    return util_path("%s/%s/%s", a->home, js_text(tour, "id"), js_text(tour, "commit"));
}

char *tours_copy(const struct app *a, const json_t *tour, const json_t *file)
{
    return util_path("%s/%s/%s/%s", a->home, js_text(tour, "id"), js_text(tour, "commit"), js_text(file, "path"));
}

char *tours_address(const json_t *tour, const json_t *file)
{
    const char *at = js_text(tour, "at");
    if (*at)
        return util_path("%s/%s/%s", at, js_text(tour, "commit"), js_text(file, "path"));
    return util_path("https://raw.githubusercontent.com/%s/%s/%s", js_text(tour, "repo"), js_text(tour, "commit"),
                     js_text(file, "path"));
}

/* Is what lies at `path` the file of the commit? -1: it can't be read. */
static int is_right(const char *path, const json_t *file)
{
    char hex[65];
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return -1;
    int bad = fstat(fd, &st) || !S_ISREG(st.st_mode) || util_sha256(fd, hex);
    close(fd);
    return bad ? -1 : !strcasecmp(hex, js_text(file, "sha256"));
}

const char *tours_state(const struct app *a, const json_t *tour, const json_t *file)
{
    char *copy = tours_copy(a, tour, file), *other = util_path("%s.other", copy);
    int right = is_right(copy, file);
    bool beside = right != 1 && !access(other, F_OK);
    free(other);
    free(copy);
    return right == 1 ? "here" : right == 0 || beside ? "other" : "missing";
}

int tours_here(const struct app *a, const json_t *tour)
{
    size_t k;
    const json_t *f;
    int n = 0;
    json_array_foreach(json_object_get(tour, "files"), k, f)
        n += !strcmp(tours_state(a, tour, f), "here");
    return n;
}

bool tours_fits(const json_t *tour, const json_t *week)
{
    size_t k;
    const json_t *lab;
    json_array_foreach(json_object_get(tour, "labs"), k, lab)
        if (util_lists(json_object_get(week, "labs"), json_string_value(lab)))
            return true;
    return false;
}

json_t *tours_page(struct app *a, const json_t *tour)
{
    json_t *states = json_object();
    char *folder = tours_folder(a, tour);
    size_t k;
    const json_t *f;
    json_array_foreach(json_object_get(tour, "files"), k, f)
        json_object_set_new(states, js_text(f, "path"), json_string(tours_state(a, tour, f)));
    json_t *page = curriculum_tour(a->cur, js_text(tour, "id"), states, folder);
    free(folder);
    json_decref(states);
    return page;
}

json_t *tours_lines(struct app *a, const json_t *tour, const json_t *file)
{
    char *folder = tours_folder(a, tour);
    json_t *lines = curriculum_tour_lines(a->cur, js_text(tour, "id"), js_text(file, "path"), folder);
    free(folder);
    return lines;
}

/* "2.1" is place 1 of file 2, "2" its first; -1: it means none. */
static int stop_of(const json_t *tour, const char *stop, const json_t **ret_file, size_t *ret_place)
{
    char *end;
    errno = 0;
    unsigned long file = strtoul(stop, &end, 10), place = *end == '.' ? strtoul(end + 1, &end, 10) : 1;
    *ret_file = json_array_get(json_object_get(tour, "files"), file - 1);
    *ret_place = place - 1;
    return errno || *end || *stop < '0' || *stop > '9' || !*ret_file ||
           !json_array_get(json_object_get(*ret_file, "read"), place - 1) ? -1 : 0;
}

enum app_exit tours_place(struct app *a, const json_t *tour, const char *stop, struct tours_place *ret)
{
    const char *name = js_text(tour, "id") + strlen("tours/"), *path;
    const json_t *file;
    size_t place;
    if (stop_of(tour, stop, &file, &place))
        return app_fail(a, APP_USAGE, "This tour has no file \"%.20s\". Its files are 1 to %zu; 2.1 is the first place "
                        "of file 2.", stop, json_array_size(json_object_get(tour, "files")));
    const char *state = tours_state(a, tour, file);
    path = js_text(file, "path");
    if (!strcmp(state, "missing"))
        return app_fail(a, APP_FAILED, "%s is not here yet: `ridge fetch tour:%s` gets it.", path, name);
    if (strcmp(state, "here"))
        return app_fail(a, APP_FAILED, "What is kept as %s is another file than that of the commit. "
                        "`ridge fetch tour:%s` gets the right one.", path, name);
    json_t *lines = tours_lines(a, tour, file);
    if (!lines)
        return app_fail(a, APP_CONFIG, "%s", curriculum_error(a->cur));
    *ret = (struct tours_place){
        .file = file, .copy = tours_copy(a, tour, file), .line = (int)json_integer_value(json_array_get(lines, place)),
        .symbol = js_text(json_array_get(json_object_get(file, "read"), place), "from")
    };
    json_decref(lines);
    return APP_OK;
}

enum tours_kept tours_keep(const struct app *a, const json_t *tour, const json_t *file, const char *from, struct err *e)
{
    char *copy = tours_copy(a, tour, file), *other = util_path("%s.other", copy);
    int right = is_right(from, file);
    enum tours_kept ret = right == 1 ? TOURS_KEPT : TOURS_OTHER;
    if (right < 0 || (right && chmod(from, 0444)) || rename(from, right ? copy : other)) {
        err_set(e, "%s: %s.", from, strerror(errno));
        ret = TOURS_UNABLE;
    }
    if (ret == TOURS_KEPT)
        unlink(other);
    free(other);
    free(copy);
    return ret;
}
