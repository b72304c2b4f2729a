/* programs.h: where Ridge's own programs and archives lie, in a build and where Ridge was installed. */
#ifndef RUNNER_PROGRAMS_H
#define RUNNER_PROGRAMS_H

/* The path of "ridge-exec", "libridge-simt.a", …: in the folder of the program that runs, in the build that it belongs
 * to, or in the libexec of its installation. When it is nowhere, the path that it would have beside the running
 * program, so that a message can name a place. You own the storage. */
char *programs_find(const char *name);

/* The folder of the program that runs, and the one that holds curriculum/ and labs/ when that program was installed.
 * You own the storage. */
char *programs_folder(void);
char *programs_share(void);

#endif
