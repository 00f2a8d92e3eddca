// Opens a session for a user who has passed every step. It is a plugin of the sign-in library, so the session and
// its cookie are made like those of a plain sign-in. Nothing of the library is mounted, so only start-session.ts
// reaches it.
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

export const openSessionPlugin = {
  id: "open-session",
  endpoints: {
    openSession: createAuthEndpoint(
      "/open-session",
      {
        method: "POST",
        body: z.object({ userId: z.string(), maxAgeSeconds: z.number() }),
        metadata: { SERVER_ONLY: true },
      },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (!user) throw new Error("there is no such user");
        const session = await internalAdapter.createSession(user.id);
        if (!session) throw new Error("the session could not be opened");
        await setSessionCookie(context, { session, user }, false, { maxAge: context.body.maxAgeSeconds });
        return context.json({ id: session.id });
      },
    ),
  },
} satisfies BetterAuthPlugin;
