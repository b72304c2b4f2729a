/* lab_files.c: see lab_files.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "lab_files.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 384 };

/* The drills that a lab has, in sorted order; files_names_free(). */
static char **drills_of(const struct files *f, const char *lab)
{
    char dir[NAME];
    snprintf(dir, sizeof dir, "labs/%.100s/drills", lab);
    return files_names(files_home(f, dir), dir, NULL, true);
}

static bool add_once(struct files *f, const char *name)
{
    return files_find(f, name) || files_add(f, name);
}

static void add_drill_manifests(struct files *f, const char *lab)
{
    char name[NAME];
    char **drills = drills_of(f, lab);
    for (size_t k = 0; drills && drills[k]; k++)
        if (files_safe_id(drills[k]) &&
            snprintf(name, sizeof name, "labs/%.100s/drills/%s/drill.lua", lab, drills[k]) < (int)sizeof name)
            add_once(f, name);
    files_names_free(drills);
}

bool lab_files_manifest(struct files *f, const char *id)
{
    char name[NAME], place[FILES_PLACE];
    const char *slash = strchr(id, '/');
    snprintf(name, sizeof name, "labs/%s/%s.lua", files_lab_place(id, place), slash ? "drill" : "lab");
    if (!add_once(f, name))
        return false;
    if (!slash)
        add_drill_manifests(f, id);
    else if (snprintf(name, sizeof name, "labs/%.*s/lab.lua", (int)(slash - id), id) < (int)sizeof name)
        add_once(f, name);
    return true;
}

bool lab_files_add(struct files *f, const char *id)
{
    char dir[NAME], sub[2 * NAME], place[FILES_PLACE];
    bool found = lab_files_manifest(f, id);
    files_lab_place(id, place);
    snprintf(dir, sizeof dir, "labs/%s/mutants", place);
    files_add_dir(f, dir, ".lua");
    char **names = files_names(files_home(f, dir), dir, NULL, true);
    for (size_t k = 0; names && names[k]; k++)
        if (snprintf(sub, sizeof sub, "%s/%s", dir, names[k]) < (int)sizeof sub)
            files_add_dir(f, sub, NULL);
    files_names_free(names);
    snprintf(dir, sizeof dir, "labs/%s/skeleton", place);
    files_add_dir(f, dir, NULL);
    snprintf(dir, sizeof dir, "kernels/%s", place);
    files_add_dir(f, dir, NULL);
    return found;
}

void lab_files_pages(struct files *f, const char *id)
{
    static const char *const pages[] = {"lesson.md", "brief.md", "hints.md"};
    char name[NAME], place[FILES_PLACE];
    for (size_t k = 0; k < sizeof pages / sizeof pages[0]; k++) {
        snprintf(name, sizeof name, "labs/%s/%s", files_lab_place(id, place), pages[k]);
        if (files_add(f, name))
            files_add_included(f, f->list[f->n - 1].text);
    }
}

static bool add_whole(struct files *f, const char *id)
{
    static const char *const more[] = {"lab.h", "harness.c"};
    char name[NAME], place[FILES_PLACE];
    bool found = lab_files_add(f, id);
    lab_files_pages(f, id);
    for (size_t k = 0; k < sizeof more / sizeof more[0]; k++) {
        snprintf(name, sizeof name, "labs/%s/%s", files_lab_place(id, place), more[k]);
        files_add(f, name);
    }
    return found;
}

bool lab_files_whole(struct files *f, const char *id)
{
    char drill[NAME];
    bool found = add_whole(f, id);
    char **drills = drills_of(f, id);
    for (size_t k = 0; drills && drills[k]; k++)
        if (snprintf(drill, sizeof drill, "%.100s/%s", id, drills[k]) < (int)sizeof drill && files_lab_id(drill))
            add_whole(f, drill);
    files_names_free(drills);
    return found;
}
