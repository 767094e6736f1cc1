/** Load the pages and parts that a game in this browser may need, while there is a network. */
export const loadPages = (): Promise<unknown> =>
  Promise.all([
    import("../pages/Table.svelte"),
    import("../pages/NewTable.svelte"),
    import("../pages/Play.svelte"),
    import("../pages/Replay.svelte"),
    import("../pages/Review.svelte"),
    import("../local/Progress.svelte"),
    import("../parts/marks/Emblem.svelte"),
    import("../parts/lobby/OpenGames.svelte"),
    import("../parts/table/Curtain.svelte"),
    import("../parts/table/Along.svelte"),
  ]);
