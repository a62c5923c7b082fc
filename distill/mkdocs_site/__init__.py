"""What the plug-in does with MkDocs, by concern. Only these modules and the plug-in know MkDocs."""
