#define _GNU_SOURCE
#include "shelves.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/pack/pack.h"
#include "runner/base/util.h"

char *shelves_packs(const struct app *a)
{
    return util_path("%s/packs", a->home);
}

/* Somebody else's pack.lua in a folder above says nothing here. */
static int mine(const char *dir)
{
    struct stat st;
    char *path = util_path("%s/pack.lua", dir);
    int ok = !stat(path, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid();
    free(path);
    return ok;
}

static char *course_above(void)
{
    char dir[PATH_MAX];
    if (!getcwd(dir, sizeof dir))
        return NULL;
    while (*dir && !mine(dir))
        *strrchr(dir, '/') = 0;
    return *dir ? strdup(dir) : NULL;
}

static int by_name(const struct dirent *d)
{
    return pack_name_ok(d->d_name);
}

/* Is a lab of pack `name` below dir/labs? */
static int has_labs_of(const char *dir, const char *name)
{
    char *labs = util_path("%s/labs", dir);
    DIR *d = opendir(labs);
    size_t n = strlen(name);
    int found = 0;
    for (struct dirent *e; d && !found && (e = readdir(d));)
        found = !strncmp(e->d_name, name, n) && e->d_name[n] == '-';
    if (d)
        closedir(d);
    free(labs);
    return found;
}

static void add_packs(struct app *a, const char *packs)
{
    struct dirent **d = NULL;
    int n = scandir(packs, &d, by_name, alphasort);
    for (int k = 0; k < n; k++) {
        char *dir = util_path("%s/%s", packs, d[k]->d_name), *label = util_path("packs/%s", d[k]->d_name);
        if (!a->course || !has_labs_of(a->course, d[k]->d_name))
            curriculum_add_shelf(a->cur, dir, label);
        free(dir);
        free(label);
        free(d[k]);
    }
    free(d);
}

void shelves_open(struct app *a)
{
    char *packs = shelves_packs(a), *real = realpath(packs, NULL);
    a->course = course_above();
    if (a->course && real && !strncmp(a->course, real, strlen(real))) { /* a look into a pack is no course */
        free(a->course);
        a->course = NULL;
    }
    if (a->course)
        curriculum_add_shelf(a->cur, a->course, ".");
    add_packs(a, packs);
    free(real);
    free(packs);
}
