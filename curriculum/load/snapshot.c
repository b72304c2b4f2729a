/* snapshot.c: a stamp over the data files and a JSON file that carries it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "snapshot.h"
#include "files.h"
#include "runner/base/util.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMAT = 1 };

static uint64_t mix_file(uint64_t h, const char *root, const char *name)
{
    char path[4096];
    struct stat st;
    if (snprintf(path, sizeof path, "%s/%s", root, name) >= (int)sizeof path ||
        stat(path, &st) != 0)
        return h;
    const int64_t facts[] = {(int64_t)st.st_size,        (int64_t)st.st_ino,
                             (int64_t)st.st_mtim.tv_sec, (int64_t)st.st_mtim.tv_nsec,
                             (int64_t)st.st_ctim.tv_sec, (int64_t)st.st_ctim.tv_nsec};
    return util_mix(util_mix(h, name, strlen(name) + 1), facts, sizeof facts);
}

static uint64_t mix_dir(uint64_t h, const char *root, const char *dir)
{
    char **names = files_names(root, dir, ".lua", false);
    for (size_t k = 0; names && names[k]; k++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", dir, names[k]);
        h = mix_file(h, root, name);
    }
    files_names_free(names);
    return h;
}

static uint64_t mix_labs(uint64_t h, const char *root)
{
    char **labs = files_names(root, "labs", NULL, true);
    for (size_t k = 0; labs && labs[k]; k++) {
        char name[1024];
        snprintf(name, sizeof name, "labs/%s/lab.lua", labs[k]);
        h = mix_file(h, root, name);
    }
    files_names_free(labs);
    return h;
}

uint64_t snapshot_stamp(const struct files *places)
{
    const char *root = places->root;
    uint64_t h = util_mix(UTIL_MIX, root, strlen(root) + 1);
    h = mix_dir(h, root, "curriculum");
    h = mix_dir(h, root, "curriculum/lua");
    h = mix_dir(h, root, "curriculum/weeks");
    h = mix_dir(h, root, "curriculum/prelude");
    h = mix_dir(h, root, "curriculum/cards");
    h = mix_labs(h, root);
    for (size_t k = 0; k < places->nshelves; k++) {
        const char *dir = places->shelves[k].dir;
        h = mix_labs(mix_file(util_mix(h, dir, strlen(dir) + 1), dir, "pack.lua"), dir);
    }
    return h;
}

json_t *snapshot_read(const char *path, uint64_t stamp)
{
    json_t *j = json_load_file(path, 0, NULL), *value = NULL;
    if (json_integer_value(json_object_get(j, "format")) == FORMAT &&
        json_integer_value(json_object_get(j, "stamp")) == (json_int_t)stamp)
        value = json_incref(json_object_get(j, "value"));
    json_decref(j);
    return value;
}

bool snapshot_write(const char *path, uint64_t stamp, json_t *value)
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof temporary)
        return false;
    json_t *j =
        json_pack("{s:i,s:I,s:O}", "format", FORMAT, "stamp", (json_int_t)stamp, "value", value);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool ok = j && out && json_dumpf(j, out, JSON_COMPACT) == 0;
    if (out)
        ok = fclose(out) == 0 && ok;
    else if (fd >= 0)
        close(fd);
    json_decref(j);
    ok = ok && rename(temporary, path) == 0;
    if (!ok && fd >= 0)
        unlink(temporary);
    return ok;
}
