export const LIVE_HOST: string;
