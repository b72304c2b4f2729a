/* Where the workbook lies and what it is read on: file systems, room, database, terminal, locale. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "doctor.h"
#include "runner/net/net.h"
#include "runner/base/programs.h"
#include "runner/box/spawn.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

/* File systems whose locks or mmap SQLite's WAL cannot rely on. */
static const struct {
    long magic;
    const char *name;
} shared_fs[] = { { 0x6969, "NFS" }, { 0x01021997, "9p" }, { (long)0xff534d42, "CIFS" }, { (long)0xfe534d42, "SMB" },
                  { 0x517b, "SMB" }, { 0x65735546, "FUSE" }, { 0x0bd00bd0, "Lustre" }, { 0x47504653, "GPFS" } };

static const char *network_fs(const char *path)
{
    struct statfs f;
    if (statfs(path, &f))
        return NULL;
    for (size_t k = 0; k < sizeof shared_fs / sizeof shared_fs[0]; k++)
        if ((long)f.f_type == shared_fs[k].magic)
            return shared_fs[k].name;
    return NULL;
}

static void file_system(json_t *list, const char *check, const char *path, const char *consequence, const char *fix)
{
    const char *net = network_fs(path);
    doctor_row(list, check, net == NULL, consequence, fix, "%s%s%s", path, net ? ", on " : "", net ? net : "");
}

static void disk(json_t *list, const char *path)
{
    struct statvfs v;
    if (statvfs(path, &v))
        return;
    double room = (double)v.f_bavail * (double)v.f_frsize / 1e9;
    doctor_row(list, "disk", room > 0.2, "Attempts may not be stored: their results are shown once, and lost.",
               "free some room there, or move the workbook with --home DIR", "%.1f GB free in %s", room, path);
}

static void temp(json_t *list)
{
    const char *dir = getenv("TMPDIR");
    struct statvfs v;
    dir = dir && *dir ? dir : "/tmp";
    int there = !statvfs(dir, &v), exec = there && !(v.f_flag & ST_NOEXEC);
    double room = there ? (double)v.f_bavail * (double)v.f_frsize / 1e9 : 0;
    doctor_row(list, "scratch", exec && room > 0.1 && !access(dir, W_OK), "Nothing can be built in the scratch folder.",
               "export TMPDIR=DIR   (writable, not mounted noexec, with 100 MB free)", "%s%s, %.1f GB free", dir,
               exec ? "" : " (noexec)", room);
}

/* What db_check() found; only what is damaged is said to be. */
static void database_row(json_t *list, const char *check, int ok, const char *message)
{
    const char *so = "A part of the workbook is damaged: some of your history may be lost.";
    const char *then = "copy the newest backup, which the row \"backup\" names, over the database";
    if (!strcmp(check, "backup")) {
        so = "Nothing is wrong: Ridge keeps a copy of the workbook once a day, when a command or the screens end.";
        then = "ridge export-data FILE   (a copy of all that is yours, now)";
    } else if (!strcmp(check, "file") || !strcmp(check, "disk")) {
        so = "The workbook is whole, and not as safe as on a disk and in a folder of your own.";
        then = "put it into a local folder that only you can read: --home DIR";
    }
    doctor_row(list, check, ok, so, then, "%s", message);
}

static void database(struct cli *c, json_t *list)
{
    json_t *rows = NULL;
    size_t k;
    const json_t *r;
    if (db_check(c->app.db, &rows) == DB_OK)
        json_array_foreach(rows, k, r)
            database_row(list, js_text(r, "check"), json_is_true(json_object_get(r, "ok")), js_text(r, "message"));
    json_decref(rows);
}

static void terminal(json_t *list)
{
    const char *term = getenv("TERM"), *editor = getenv("VISUAL") ? getenv("VISUAL") : getenv("EDITOR");
    struct winsize w = { 0 };
    int there = term && *term && strcmp(term, "dumb") != 0;
    doctor_row(list, "terminal", there, "The screens need a terminal; every command works without one.",
               "export TERM=xterm-256color", "%s", there ? term : "TERM is not set");
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_col)
        doctor_row(list, "window", w.ws_col >= 80 && w.ws_row >= 24, "The screens have to cut their columns.",
                   "make the window 80x24 or larger", "%ux%u", w.ws_col, w.ws_row);
    const char *codeset = nl_langinfo(CODESET);
    doctor_row(list, "locale", !strcmp(codeset, "UTF-8"), "Signs beyond ASCII are replaced: * for stars, # for bars.",
               "export LC_ALL=C.UTF-8", "%s (%s)", setlocale(LC_CTYPE, NULL), codeset);
    doctor_row(list, "editor", 1, "", "", "%s",
               editor && *editor ? editor : "neither VISUAL nor EDITOR is set, so that vi is used");
}

/* What would be asked, and through whom; nothing is asked. */
static void network(json_t *list)
{
    char *program = programs_find("ridge-net");
    const char *argv[] = { program, "--version", NULL }, *proxy = getenv("https_proxy");
    struct box box = { .ro = { "/" }, .in_fd = -1, .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 10);
    bool ok = s.end == SPAWN_EXIT && !s.code;
    proxy = proxy && *proxy ? proxy : getenv("HTTPS_PROXY");
    char *shown = net_shown(proxy ? proxy : "");
    /* "libcurl/7.88.1 OpenSSL/3.0.15 zlib/…": the first two say it */
    const char *said = ok ? text_str(&s.output) : "ridge-net does not run", *second = strchr(said, ' ');
    int n = (int)(ok && second ? second + 1 + strcspn(second + 1, " \n") - said : (long)strlen(said));
    doctor_row(list, "network", ok, "Papers cannot be fetched, and hand-ins not sent; nothing else needs a network.",
               "ninja   (in the build folder)", "%.*s%s%s", n, said, *shown ? ", through " : "", shown);
    free(shown);
    text_finish(&s.output);
    free(program);
}

void doctor_places(struct cli *c, json_t *list)
{
    int ok = app_need_db(&c->app) == APP_OK;
    doctor_row(list, "home", ok && !c->app.notice[0], "Nothing that you do is kept.",
               "ridge --home DIR   (a place you may write to)", "%s",
               ok ? c->app.notice[0] ? c->app.notice : c->app.home : c->app.error);
    if (ok) {
        char *work = app_work_root(&c->app);
        file_system(list, "database", c->app.home,
                    "SQLite's write-ahead log needs shared memory that a network file system lacks.",
                    "ridge --db FILE   (on a local disk)");
        file_system(list, "work folder", access(work, F_OK) ? c->app.home : work,
                    "Saves from another machine are not noticed at once.", "ridge --home DIR   (on a local disk)");
        free(work);
        disk(list, c->app.home);
        database(c, list);
    }
    network(list);
    temp(list);
    terminal(list);
}
