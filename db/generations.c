/* generations.c: the backups beside a workbook, and which of them is the newest good one. */
#include "internal.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAMP_BYTES = 16 };

static int is_generation(const char *name)
{
    size_t n = strlen(name);

    return n > STAMP_BYTES + 3 && n < DB_BACKUP_NAME && name[8] == 'T' &&
           strcmp(name + n - 3, ".db") == 0;
}

static int newest_first(const void *a, const void *b)
{
    return strcmp(b, a);
}

/* The generations, newest first; their names begin with the time. A directory with more than
 * DB_BACKUPS of them was filled by somebody else; the rest of it is left alone. */
size_t db_generations(const char *dir, char names[DB_BACKUPS][DB_BACKUP_NAME])
{
    DIR *d = opendir(dir);
    struct dirent *e;
    size_t n = 0;

    if (!d)
        return 0;
    while (n < DB_BACKUPS && (e = readdir(d)))
        if (is_generation(e->d_name))
            snprintf(names[n++], DB_BACKUP_NAME, "%.*s", DB_BACKUP_NAME - 1, e->d_name);
    closedir(d);
    qsort(names, n, DB_BACKUP_NAME, newest_first);
    return n;
}

static bool is_good_copy(const char *path)
{
    sqlite3 *sql = NULL;
    int64_t id = 0, version = 0;
    char why[64];
    bool good = sqlite3_open_v2(path, &sql, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
                db_configure(sql) == SQLITE_OK &&
                db_pragma_int(sql, "PRAGMA application_id", &id) == SQLITE_OK &&
                db_pragma_int(sql, "PRAGMA user_version", &version) == SQLITE_OK &&
                id == DB_APPLICATION_ID && version >= 1 && version <= DB_VERSION &&
                db_sound(sql, false, why, sizeof why);

    sqlite3_close(sql);
    return good;
}

enum db_status db_backup_latest(const char *path, char *ret, size_t size)
{
    char names[DB_BACKUPS][DB_BACKUP_NAME], dir[PATH_MAX], file[PATH_MAX];
    size_t n;

    if (snprintf(dir, sizeof dir, "%s.backups", path) >= (int)sizeof dir)
        return DB_NOTFOUND;
    n = db_generations(dir, names);
    for (size_t k = 0; k < n; k++) {
        if (snprintf(file, sizeof file, "%s/%s", dir, names[k]) >= (int)sizeof file ||
            strlen(file) >= size || !is_good_copy(file))
            continue;
        snprintf(ret, size, "%s", file);
        return DB_OK;
    }
    return DB_NOTFOUND;
}
