import { useLocation, useNavigate, useNavigation } from "react-router";

/**
 * Loads a page again that could not be loaded. It goes to the page's own address: the router takes a failure away when
 * it goes somewhere, but after a revalidation only if the page was drawn while that went on, and a quick answer leaves
 * no time for it.
 */
export function useRetry(): { isRetrying: boolean; retry: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { state: now } = useNavigation();
  const retry = () =>
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state });
  return { isRetrying: now === "loading", retry };
}
