/** The texts of panels/Rail.tsx. */

export const mapLayers = "Map layers";
export const allMapLayers = "All map layers";
export const noMapLayersAreAvailable = "No map layers are available now.";
export const zoom = "Zoom";
export const zoomIn = "Zoom in";
export const zoomIn2 = "Zoom in (+)";
export const zoomOut = "Zoom out";
export const zoomOut2 = "Zoom out (−)";
export const fitTheMap = "Fit the map";
export const fitTheMap0 = "Fit the map (0)";
